import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Screen } from '../ui/Screen.tsx';

/** Any unknown path (product 2). */
export function NotFound(): ReactNode {
  const { pathname } = useLocation();
  return (
    <Screen title="Page not found" narrow intro={`There is nothing at ${pathname}.`}>
      <Button component={Link} to="/">
        Go to the dashboard
      </Button>
    </Screen>
  );
}
