/** Limit of the numbers held in memory: 40 MB, about thirty milliseconds per query. */
const maxNumbers = 10 * 1024 * 1024;

/** Vectors of one length in a flat array. The nearest are found by exact linear scan. */
export class VectorIndex {
  readonly dimensions: number;
  readonly #places = new Map<string, number>();
  readonly #ids: string[] = [];
  #numbers: Float32Array;

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#numbers = new Float32Array(dimensions * 64);
  }

  static maxVectors(dimensions: number): number {
    return Math.floor(maxNumbers / dimensions);
  }

  get size(): number {
    return this.#ids.length;
  }

  set(id: string, vector: Float32Array): void {
    if (vector.length !== this.dimensions)
      throw new RangeError('The vector has the wrong number of dimensions.');
    const known = this.#places.get(id);
    if (known === undefined && this.size >= VectorIndex.maxVectors(this.dimensions)) return;
    const place = known ?? this.#ids.push(id) - 1;
    this.#places.set(id, place);
    if ((place + 1) * this.dimensions > this.#numbers.length) {
      const larger = new Float32Array(Math.min(this.#numbers.length * 2, maxNumbers));
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers.set(vector, place * this.dimensions);
  }

  /** Moves the last vector into the freed slot. */
  remove(id: string): void {
    const place = this.#places.get(id);
    const last = this.#ids.pop();
    if (place === undefined || last === undefined) {
      if (last !== undefined) this.#ids.push(last);
      return;
    }
    this.#places.delete(id);
    if (last === id) return;
    const { dimensions } = this;
    this.#ids[place] = last;
    this.#places.set(last, place);
    this.#numbers.copyWithin(
      place * dimensions,
      this.#ids.length * dimensions,
      (this.#ids.length + 1) * dimensions,
    );
  }

  /** Ids by cosine similarity, nearest first. */
  findNearest(vector: Float32Array, limit: number): string[] {
    if (vector.length !== this.dimensions) return [];
    const best: { id: string; likeness: number }[] = [];
    const numbers = this.#numbers;
    const { dimensions } = this;
    for (let place = 0; place < this.#ids.length; place += 1) {
      const likeness = computeDotProduct(vector, numbers, place * dimensions, dimensions);
      const worst = best.at(-1);
      if (best.length >= limit && worst !== undefined && likeness <= worst.likeness) continue;
      let rank = best.length;
      while (rank > 0 && (best[rank - 1]?.likeness ?? 0) < likeness) rank -= 1;
      best.splice(rank, 0, { id: this.#ids[place] ?? '', likeness });
      if (best.length > limit) best.pop();
    }
    return best.map(({ id }) => id);
  }
}

/** Dot product with four accumulators, so that additions do not wait for each other. */
function computeDotProduct(
  vector: Float32Array,
  numbers: Float32Array,
  from: number,
  dimensions: number,
): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let index = 0;
  for (; index + 3 < dimensions; index += 4) {
    const at = from + index;
    a += (vector[index] as number) * (numbers[at] as number);
    b += (vector[index + 1] as number) * (numbers[at + 1] as number);
    c += (vector[index + 2] as number) * (numbers[at + 2] as number);
    d += (vector[index + 3] as number) * (numbers[at + 3] as number);
  }
  for (; index < dimensions; index += 1) a += (vector[index] as number) * (numbers[from + index] as number);
  return a + b + c + d;
}
