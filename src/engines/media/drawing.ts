import sharp from 'sharp';
import { takeDecodingTurn } from './picture.ts';

const mostPixels = 50_000_000;

/** A drawing of the service's own as a picture, for readers that take no SVG. Its letters come from the machine's fonts. */
export function paintDrawing(svg: string, side: number): Promise<Buffer> {
  const work = () =>
    sharp(Buffer.from(svg), { limitInputPixels: mostPixels })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .png({ palette: true })
      .timeout({ seconds: 10 })
      .toBuffer();
  return takeDecodingTurn('image/png', work);
}
