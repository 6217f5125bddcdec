import Attribution from 'ol/control/Attribution.js';
import TileLayer from 'ol/layer/Tile.js';
import type OlMap from 'ol/Map.js';
import XYZ from 'ol/source/XYZ.js';

/** Tiles below all other layers, with an attribution that is always visible. */
export function addTileLayer(
  map: OlMap,
  tiles: { readonly url: string; readonly attribution: string },
): void {
  const source = new XYZ({ url: tiles.url, attributions: tiles.attribution });
  map.getLayers().insertAt(0, new TileLayer({ source }));
  map.addControl(new Attribution({ collapsible: false }));
}
