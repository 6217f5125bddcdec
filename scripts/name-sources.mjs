import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';

const maps = new Map();

/**
 * Replaces compiled file names and positions in a text by those of the sources. Only printed texts need it, so no
 * test process has to load source maps.
 */
export function nameSources(text, root, output) {
  if (!text.includes(output)) return text;
  const place = new RegExp(`${output}/([\\w./-]+)\\.js(?::(\\d+):(\\d+))?`, 'g');
  return text.replaceAll(place, (compiled, path, line, column) => {
    const map = readMap(join(root, output, `${path}.js.map`));
    if (!map) return compiled;
    const source = `${path}${map.payload.sources[0]?.endsWith('x') ? '.tsx' : '.ts'}`;
    if (line === undefined) return source;
    const { originalLine, originalColumn } = map.findEntry(line - 1, column - 1);
    return originalLine === undefined ? source : `${source}:${originalLine + 1}:${originalColumn + 1}`;
  });
}

function readMap(path) {
  if (!maps.has(path)) {
    try {
      maps.set(path, new SourceMap(JSON.parse(readFileSync(path, 'utf8'))));
    } catch {
      maps.set(path, undefined);
    }
  }
  return maps.get(path);
}
