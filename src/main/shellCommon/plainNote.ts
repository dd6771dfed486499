const maxTitle = 100;
const maxBody = 400;

/** A notification as plain, short text: names in it come from files and servers (S45). */
export function plainNote(note: { title: string; body: string; path: string }): {
  title: string;
  body: string;
  path: string;
} {
  return { title: plain(note.title, maxTitle), body: plain(note.body, maxBody), path: note.path };
}

/** Without control and bidi characters (a line break stays one), shortened at a whole character. */
function plain(text: string, most: number): string {
  const lines = text.split('\n').map((line) => line.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, ' '));
  const characters = Array.from(lines.join('\n').trim());
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`;
}
