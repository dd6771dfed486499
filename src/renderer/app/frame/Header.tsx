import { ActionIcon, Button, UnstyledButton } from '@mantine/core';
import { IconArrowLeft, IconHelp } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { call, shellInfo } from '../../bridge/bridge.ts';
import { useSession } from '../../data/bridgeValues.ts';
import { useSearchStore } from '../../data/searchState.tsx';
import { KeyTip } from '../../keyboard/KeyTip.tsx';
import { useCommands } from '../../keyboard/CommandProvider.tsx';
import { Freshness } from './Freshness.tsx';
import classes from './Header.module.css';
import { HeaderSearch } from './HeaderSearch.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';
import { canGoBack } from '../../data/routeState.ts';

/** The top bar (product 2 `Header`). */
export function Header({ searchBox }: { readonly searchBox: RefObject<HTMLInputElement | null> }): ReactNode {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { user, place } = useSession();
  const onSearch = pathname === '/list/search';
  const openAdmin = (): void => {
    if (place === 'local') void navigate('/workspace');
    else void call('shell.openAdmin', null);
  };
  return (
    <div className={classes.bar}>
      <div className={classes.start}>
        {onSearch ? (
          <BackFromSearch />
        ) : (
          <Link to="/" className={classes.title}>
            My {shellInfo().product}
          </Link>
        )}
      </div>
      <HeaderSearch inputRef={searchBox} />
      <div className={classes.end}>
        <Freshness />
        {user?.is_staff === true && (
          <Button variant="default" onClick={openAdmin}>
            Admin
          </Button>
        )}
        <KeyTip id="go.help" label="Help">
          <ActionIcon component={Link} to="/help" aria-label="Help" size="lg">
            <IconHelp size={18} stroke={1.6} />
          </ActionIcon>
        </KeyTip>
        <ProfileMenu />
      </div>
    </div>
  );
}

/** In place of the title on the search screen: clears the text and goes back (product 2). */
function BackFromSearch(): ReactNode {
  const navigate = useNavigate();
  const { clearSearchText } = useSearchStore();
  const goBack = (): void => {
    clearSearchText();
    if (canGoBack()) void navigate(-1);
    else void navigate('/');
  };
  useCommands({ 'go.back': goBack });
  return (
    <KeyTip id="go.back" label="Clear the search and go back">
      <UnstyledButton className={classes.back} onClick={goBack}>
        <IconArrowLeft size={18} stroke={1.8} aria-hidden />
        search
      </UnstyledButton>
    </KeyTip>
  );
}
