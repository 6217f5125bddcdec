/** Phones photograph in Display P3; read as sRGB, its colours would look faded. */
export function isDisplayP3(profile: Buffer | undefined): boolean {
  if (!profile || profile.length > 64 * 1024) return false;
  // The profile's name is in ASCII or, in newer profiles, in UTF-16.
  return profile.includes('Display P3') || profile.includes(Buffer.from('Display P3', 'utf16le').swap16());
}

const encodingSteps = 4095;

/** Converts RGBA in place. Both spaces share a transfer curve and differ by a matrix over linear light. */
export function convertToSrgb(data: Uint8Array): void {
  const linear = Float64Array.from({ length: 256 }, (_, value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const encoded = Uint8Array.from({ length: encodingSteps + 1 }, (_, step) => {
    const light = step / encodingSteps;
    const share = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
    return Math.round(share * 255);
  });
  const put = (at: number, light: number) => {
    data[at] = encoded[
      light <= 0 ? 0 : light >= 1 ? encodingSteps : Math.round(light * encodingSteps)
    ] as number;
  };
  for (let at = 0; at < data.length; at += 4) {
    const r = linear[data[at] as number] as number;
    const g = linear[data[at + 1] as number] as number;
    const b = linear[data[at + 2] as number] as number;
    put(at, 1.2249401763 * r - 0.2249404148 * g);
    put(at + 1, -0.0420569547 * r + 1.0420571661 * g);
    put(at + 2, -0.0196375546 * r - 0.0786360454 * g + 1.0982736 * b);
  }
}
