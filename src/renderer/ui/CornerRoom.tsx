import type { ReactNode } from 'react';
import classes from './CornerRoom.module.css';
import { useRoom } from './footRoom.ts';

/**
 * Room at the end of what scrolls as a whole, for as long as a panel stands in the corner over it: scrolled to its end,
 * the last button of a screen lies above the panel. An element of its own, so that the screen is not rendered when it
 * comes.
 */
export function CornerRoom(): ReactNode {
  return <div className={classes.room} style={useRoom()} aria-hidden />;
}
