import { DomUtils, parseDocument } from 'htmlparser2';

interface FoundElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Without markup. */
  readonly text: string;
}

/** The elements of these names, in their order on the page. */
export function findElements(html: string, ...names: readonly string[]): FoundElement[] {
  const isFound = (name: string): boolean => names.includes(name);
  return DomUtils.getElementsByTagName(isFound, parseDocument(html)).map((element) => ({
    name: element.name,
    attributes: element.attribs,
    text: DomUtils.textContent(element),
  }));
}
