type PhotoStripProps = {
  /** `href` is null while the sizes of a picture are being generated. */
  readonly photos: readonly { readonly href: string | null; readonly src: string; readonly alt: string }[];
};

/** Square previews that link to the whole picture. */
export function PhotoStrip({ photos }: PhotoStripProps) {
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
