/** Photographs to look at: square previews that lead to the whole picture. */
export function Photos({ photos }: { photos: readonly { href: string; src: string; alt: string }[] }) {
  return (
    <ul class="photos">
      {photos.map(({ href, src, alt }) => (
        <li key={href} class="photo">
          <a href={href}>
            <img src={src} alt={alt} width="160" height="160" loading="lazy" />
          </a>
        </li>
      ))}
    </ul>
  );
}
