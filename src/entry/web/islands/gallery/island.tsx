/** Lightbox: a clicked photograph fills the screen; swipe, arrow keys or buttons show the others. */
for (const place of document.querySelectorAll<HTMLElement>('[data-island="gallery"]')) {
  const words = JSON.parse(place.dataset.props ?? '{}') as Record<'close' | 'next' | 'previous', string>;
  place.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]:has(> img)');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const links = [...place.querySelectorAll<HTMLAnchorElement>('a[href]:has(> img)')];
    openLightbox(links, links.indexOf(link), words);
  });
}

function openLightbox(links: HTMLAnchorElement[], first: number, words: Record<string, string>): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'large-photo';
  const image = document.createElement('img');
  const caption = document.createElement('p');
  caption.setAttribute('role', 'status');
  let at = first;
  const turn = (by: number) => {
    at = (at + by + links.length) % links.length;
    const { alt = '' } = links[at]?.querySelector('img') ?? {};
    image.src = links[at]?.href ?? '';
    image.alt = alt;
    caption.textContent = links.length > 1 ? `${alt} · ${at + 1}/${links.length}` : alt;
  };
  const button = (sign: string, name: string, act: () => void) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = sign;
    made.ariaLabel = name;
    made.className = 'icon-button';
    made.addEventListener('click', act);
    return made;
  };
  const bar = document.createElement('div');
  if (links.length > 1) bar.append(button('‹', words.previous ?? '', () => turn(-1)));
  bar.append(caption);
  if (links.length > 1) bar.append(button('›', words.next ?? '', () => turn(1)));
  bar.append(button('×', words.close ?? '', () => dialog.close()));
  dialog.append(image, bar);
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowLeft') turn(-1);
    if (key === 'ArrowRight') turn(1);
  });
  let from = 0;
  image.addEventListener('pointerdown', ({ clientX }) => {
    from = clientX;
  });
  image.addEventListener('pointerup', ({ clientX }) => {
    if (Math.abs(clientX - from) > 40) turn(clientX < from ? 1 : -1);
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    links[at]?.focus();
  });
  document.body.append(dialog);
  turn(0);
  dialog.showModal();
}

export {};
