/** Menus are `details`, which open without script; with it they close on a tap elsewhere, on Escape and on a choice. */
const listOpen = () => [...document.querySelectorAll<HTMLDetailsElement>('details.place[open]')];

function closeOthers({ target }: Event): void {
  for (const menu of listOpen()) if (!menu.contains(target as Node)) menu.open = false;
}

document.addEventListener('pointerdown', closeOthers);
document.addEventListener('focusin', closeOthers);
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  for (const menu of listOpen()) {
    const hadFocus = menu.contains(document.activeElement);
    menu.open = false;
    if (hadFocus) menu.querySelector('summary')?.focus();
  }
});
document.addEventListener('click', ({ target }) => {
  const menu = (target as Element).closest('.menu button')?.closest<HTMLDetailsElement>('details.place');
  if (menu) menu.open = false;
});
