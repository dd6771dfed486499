import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './ReportsScreen.module.css';

/** Where a line of the list leads, and what stands beside it. */
export interface ListedLink {
  readonly path: string;
  readonly name: string;
  readonly about: string;
}

/** Links under each other, each with a few words about it. */
export function LinkList({ links }: { readonly links: readonly ListedLink[] }): ReactNode {
  return (
    <ul className={classes.list}>
      {links.map(({ path, name, about }) => (
        <li key={path}>
          <Anchor component={Link} to={path}>
            {name}
          </Anchor>
          <span>{about}</span>
        </li>
      ))}
    </ul>
  );
}
