/** Elements by a few words. Texts of models are set as text, never as markup. */

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

function fill<E extends Element>(element: E, attributes: Attributes, children: readonly (Element | string)[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...children);
  return element;
}

export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Element | string)[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Element | string)[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** A button that does something. */
export function button(text: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = html("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", act);
  return made;
}

const units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];

/** `15.3 MiB`; of what is not known `?`. */
export function bytesText(bytes: bigint | undefined): string {
  if (bytes === undefined) {
    return "?";
  }
  let size = Number(bytes);
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}

/** At most so many characters of a text. */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, Math.max(most - 1, 1))}…` : text;
}

/** `1 node`, `2 nodes`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
