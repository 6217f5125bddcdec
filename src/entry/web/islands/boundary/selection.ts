/** Undoable state: the plots that are to come or leave, and the hand-drawn ring, if any. */
export interface SelectionState {
  readonly moving: ReadonlySet<string>;
  readonly ring: readonly (readonly [number, number])[] | null;
}

/** `isOwn`: in the village now; with land that is loaded in parts it is known for plots that were loaded. */
export function createSelection(first: SelectionState, isOwn: (id: string) => boolean, onChange: () => void) {
  let past: SelectionState[] = [];
  let future: SelectionState[] = [];
  let now = first;
  const change = (next: SelectionState) => {
    past = [...past.slice(-99), now];
    future = [];
    now = next;
    onChange();
  };
  return {
    get now() {
      return now;
    },
    get canUndo() {
      return past.length > 0;
    },
    get canRedo() {
      return future.length > 0;
    },
    /** Whether the plot is in the village after the change. */
    isMember: (id: string) => isOwn(id) !== now.moving.has(id),
    toggle(id: string) {
      const moving = new Set(now.moving);
      if (!moving.delete(id)) moving.add(id);
      change({ ...now, moving });
    },
    /** Selects all; deselects them if all are selected already. */
    toggleAll(ids: readonly string[]) {
      if (ids.length === 0) return;
      const moving = new Set(now.moving);
      const leave = ids.every((id) => isOwn(id) !== moving.has(id));
      for (const id of ids) {
        if (isOwn(id) === leave) moving.add(id);
        else moving.delete(id);
      }
      change({ ...now, moving });
    },
    draw(ring: SelectionState['ring']) {
      change({ ...now, ring });
    },
    undo() {
      const before = past.pop();
      if (!before) return;
      future = [...future, now];
      now = before;
      onChange();
    },
    redo() {
      const next = future.pop();
      if (!next) return;
      past = [...past, now];
      now = next;
      onChange();
    },
  };
}
