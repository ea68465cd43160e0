// Colours that can be read on others.

/** The relative luminance of a colour `#rrggbb`, 0 to 1, as WCAG 2 defines it. */
function luminance(color) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, 1 to 21. */
export function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Black or white, whichever can be read better on a colour. */
export function inkOn(color) {
  return contrast("#ffffff", color) >= contrast("#1d1f23", color) ? "#ffffff" : "#1d1f23";
}
