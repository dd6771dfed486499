import { useState, type ReactNode } from 'react';
import { initialsOf, isLocalImage } from './logo.ts';
import classes from './CompanyLogo.module.css';

/**
 * A company's or a person's picture; initials where there is none that may be loaded. Decorative: the name stands
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
  /** Edge in CSS pixels. */
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
