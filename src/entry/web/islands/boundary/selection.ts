/** Undoable state: the selected plots and the hand-drawn ring, if any. */
export interface SelectionState {
  readonly members: ReadonlySet<string>;
  readonly ring: readonly (readonly [number, number])[] | null;
}

export function createSelection(first: SelectionState, onChange: () => void) {
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
    toggle(id: string) {
      const members = new Set(now.members);
      if (!members.delete(id)) members.add(id);
      change({ ...now, members });
    },
    /** Selects all; deselects them if all are selected already. */
    toggleAll(ids: readonly string[]) {
      if (ids.length === 0) return;
      const members = new Set(now.members);
      const leave = ids.every((id) => members.has(id));
      for (const id of ids) {
        if (leave) members.delete(id);
        else members.add(id);
      }
      change({ ...now, members });
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
