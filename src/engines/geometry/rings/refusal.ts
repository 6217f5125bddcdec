import type { Text } from '../../../base/i18n/text.ts';
import type { Position } from '../types.ts';

/** Where on the drawing the fault is: a place on the earth and, where it helps, the index of the point as sent. */
export interface Place {
  point?: Position;
  index?: number;
}

/** A drawing that cannot be accepted; the caller's fault, and worth a sentence that says what would be accepted. */
export class ShapeRefusal extends Error {
  readonly field: string;
  readonly text: Text;
  readonly place: Place;

  constructor(field: string, text: Text, place: Place = {}) {
    super(text.en);
    this.name = 'ShapeRefusal';
    this.field = field;
    this.text = text;
    this.place = place;
  }
}

/** Too much is waiting already; the caller may say so and try later. */
export class GeometryBusy extends Error {
  constructor() {
    super('The geometry queue is full.');
    this.name = 'GeometryBusy';
  }
}

/** The engine could not finish: out of time, closed, or a fault of its own. */
export class GeometryFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'GeometryFailure';
  }
}

/** It was given more than it could work out in its time. */
export class GeometryOutOfTime extends GeometryFailure {
  constructor(milliseconds: number) {
    super(`Geometry took longer than ${milliseconds} ms.`);
    this.name = 'GeometryOutOfTime';
  }
}
