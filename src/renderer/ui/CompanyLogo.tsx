import { useState, type ReactNode } from 'react';
import classes from './CompanyLogo.module.css';

/**
 * The picture of a company or person; initials if there is none, or none that may be loaded. Decorative: the name is
 * beside it.
 */
export function CompanyLogo({
  name,
  logo,
  size = 20,
  round = false,
}: {
  readonly name: string;
  readonly logo: string;
  /** Edge length in CSS pixels. */
  readonly size?: number;
  readonly round?: boolean;
}): ReactNode {
  const [broken, setBroken] = useState('');
  const style = { width: size, height: size, fontSize: size * 0.42 };
  const className = round ? `${classes.logo} ${classes.round}` : classes.logo;
  if (isLocalImage(logo) && broken !== logo) {
    return <img className={className} style={style} src={logo} alt="" onError={() => setBroken(logo)} />;
  }
  return (
    // Drawn by the style sheet: initials are a picture here, not text to read, search or copy.
    <span className={className} style={style} data-initials={initialsOf(name)} aria-hidden />
  );
}

/**
 * Whether a picture may be shown: only if it is part of the data. Nothing is loaded from a network (the content
 * security policy forbids it), so opening a list tells no one what the user looks at.
 */
export function isLocalImage(address: string): boolean {
  return /^data:image\/(?:png|jpeg|gif|webp|svg\+xml|avif)[;,]/i.test(address);
}

/** One or two letters that stand for a name. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const [first = '', second = ''] = words;
  const letters = second === '' ? first.slice(0, 2) : firstOf(first) + firstOf(second);
  return letters === '' ? '–' : letters.toLocaleUpperCase('en');
}

function firstOf(word: string): string {
  return String.fromCodePoint(word.codePointAt(0) ?? 0x20);
}
