import { loadSharp } from './load-sharp.ts';
import { runInDecodingQueue } from './picture.ts';

const maxPixels = 50_000_000;

/** Rasterizes an SVG made by this service, for clients that accept none. Text is set in the machine's fonts. */
export function rasterizeSvg(svg: string, side: number): Promise<Buffer> {
  const work = async () => {
    const sharp = await loadSharp();
    return sharp(Buffer.from(svg), { limitInputPixels: maxPixels })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .png({ palette: true })
      .timeout({ seconds: 10 })
      .toBuffer();
  };
  return runInDecodingQueue('image/png', work);
}
