type PhotosProps = {
  /** Without an address while the sizes of a picture are being made. */
  readonly photos: readonly { readonly href: string | null; readonly src: string; readonly alt: string }[];
};

/** Photographs to look at: square previews that lead to the whole picture. */
export function Photos({ photos }: PhotosProps) {
  return (
    <ul class="photos">
      {photos.map(({ href, src, alt }) => {
        const picture = <img src={src} alt={alt} width="160" height="160" loading="lazy" />;
        return (
          <li key={src} class="photo">
            {href === null ? picture : <a href={href}>{picture}</a>}
          </li>
        );
      })}
    </ul>
  );
}
