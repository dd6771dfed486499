import { Button } from '@mantine/core';
import { IconArrowLeft, IconBuildingOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { AppError } from '#shared/errors.ts';
import { canGoBack } from '../../data/routeState.ts';
import { useApiQuery } from '../../data/useApi.ts';
import { Keys } from '../../keyboard/Keys.tsx';
import { CornerRoom } from '../../ui/CornerRoom.tsx';
import { EmptyFace, ErrorFace, LoadingFace } from '../../ui/Faces.tsx';
import { useTitle } from '../../ui/title.ts';
import classes from './CompanyScreen.module.css';
import { CompanySteps } from './CompanySteps.tsx';
import { CompanyView } from './CompanyView.tsx';

/** A company's page (product 2). */
export function CompanyScreen(): ReactNode {
  const navigate = useNavigate();
  const { id } = useParams();
  return (
    // Another company begins at its top.
    <div key={id} className={classes.scroll}>
      <div className={classes.page}>
        <div className={classes.head}>
          <Button
            variant="subtle"
            color="gray"
            className={classes.back ?? ''}
            leftSection={<IconArrowLeft size={15} aria-hidden />}
            rightSection={<Keys id="go.back" />}
            onClick={() => void (canGoBack() ? navigate(-1) : navigate('/'))}
          >
            Back
          </Button>
          <CompanySteps companyId={Number(id)} />
        </div>
        <CompanyOfRoute canOpenWindow />
      </div>
      <CornerRoom />
    </div>
  );
}

/** The company that the address names, with its four faces. */
export function CompanyOfRoute({ canOpenWindow }: { readonly canOpenWindow: boolean }): ReactNode {
  const id = Number(useParams().id);
  const isId = Number.isSafeInteger(id) && id > 0;
  // Kept for the session, so that the reports can offer the companies that were opened.
  const query = useApiQuery('getCompany', { params: { id } }, { enabled: isId, gcTime: Infinity });
  useTitle(query.data?.name ?? 'Company');
  if (!isId || (query.error instanceof AppError && query.error.code === 'not_found')) {
    return (
      <EmptyFace
        isScreen
        icon={IconBuildingOff}
        title="This company is not here"
        text="It may have been removed, or it belongs to a digest that has not been released yet."
      >
        <Button component={Link} to="/list/search">
          Search companies
        </Button>
      </EmptyFace>
    );
  }
  if (query.isPending) return <LoadingFace lines={10} label="Loading the company" />;
  if (query.isError) {
    return (
      <ErrorFace title="The company could not be loaded." error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  return <CompanyView key={query.data.id} company={query.data} canOpenWindow={canOpenWindow} />;
}
