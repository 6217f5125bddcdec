import type { Text } from '../../../base/i18n/text.ts';
import type { Position } from '../types.ts';

/** Location of the fault: coordinates and, where useful, the index of the point as sent. */
export interface FaultLocation {
  point?: Position;
  index?: number;
}

/** Invalid input; the text tells the user what would be accepted. */
export class ShapeRefusal extends Error {
  readonly field: string;
  readonly text: Text;
  readonly place: FaultLocation;

  constructor(field: string, text: Text, place: FaultLocation = {}) {
    super(text.en);
    this.name = 'ShapeRefusal';
    this.field = field;
    this.text = text;
    this.place = place;
  }
}

/** The queue is full; the caller may retry later. */
export class GeometryBusy extends Error {
  constructor() {
    super('The geometry queue is full.');
    this.name = 'GeometryBusy';
  }
}

/** The engine failed: timeout, closed, or an internal error. */
export class GeometryFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'GeometryFailure';
  }
}

/** A job exceeded the time limit. */
export class GeometryTimeout extends GeometryFailure {
  constructor(milliseconds: number) {
    super(`Geometry took longer than ${milliseconds} ms.`);
    this.name = 'GeometryOutOfTime';
  }
}
