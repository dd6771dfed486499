/** What is used of saxen, which has no types of its own. */
declare module 'saxen' {
  export class Parser {
    on(
      event: 'openTag',
      handle: (name: string, attributes: () => Readonly<Record<string, string>> | false) => void,
    ): this;
    on(event: 'closeTag', handle: (name: string) => void): this;
    on(event: 'text' | 'cdata', handle: (text: string) => void): this;
    /** Takes the next part of a document. Throws what is wrong with it. */
    write(xml: string): unknown;
    /** The end of the document. Throws what is wrong with it. */
    end(): unknown;
  }
}
