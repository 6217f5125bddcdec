export type Point = { readonly latitude: number; readonly longitude: number };

const width = 320;
const height = 200;
const margin = 10;
const mostPoints = 600;

/** A ring as an SVG path: flat to the eye at its own latitude, fitted into the frame, thinned to a bounded length. */
export function drawOutline(ring: readonly Point[]): string | null {
  const step = Math.ceil(ring.length / mostPoints);
  const kept = ring.filter((_, index) => index % step === 0);
  if (kept.length < 3 || !kept.every(isOnEarth)) return null;
  const middle = kept.reduce((sum, point) => sum + point.latitude, 0) / kept.length;
  const shrink = Math.cos((middle * Math.PI) / 180);
  const places = kept.map((point) => [point.longitude * shrink, -point.latitude] as const);
  const xs = places.map(([x]) => x);
  const ys = places.map(([, y]) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - top];
  if (wide <= 0 || high <= 0) return null;
  const scale = Math.min((width - 2 * margin) / wide, (height - 2 * margin) / high);
  const shiftX = (width - wide * scale) / 2;
  const shiftY = (height - high * scale) / 2;
  const drawn = places.map(
    ([x, y]) => `${((x - left) * scale + shiftX).toFixed(1)} ${((y - top) * scale + shiftY).toFixed(1)}`,
  );
  return `M${drawn.join('L')}Z`;
}

function isOnEarth({ latitude, longitude }: Point): boolean {
  return Math.abs(latitude) < 90 && Math.abs(longitude) <= 180;
}

export function Outline({ ring, title }: { ring: readonly Point[]; title: string }) {
  const path = drawOutline(ring);
  if (!path) return null;
  return (
    <figure class="outline">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
        <path d={path} />
      </svg>
      <figcaption>{title}</figcaption>
    </figure>
  );
}
