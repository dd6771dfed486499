import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import '@mantine/dropzone/styles.css';
import './ui/tokens.css';
import './ui/forcedColors.css';
import './ui/print.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setRegion } from '#shared/domain/formats.ts';
import { App } from './app/App.tsx';
import { askFirst } from './app/askFirst.ts';
import { connectBridge } from './bridge/bridgeConnect.ts';
import { NotConnected } from './app/NotConnected.tsx';
import { createAppRouter } from './app/router.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('The page has no #root.');
document.documentElement.dataset.appState = 'loading';
setRegion(navigator.language);

const connecting = connectBridge();
// Loads the first screen's code while the shell answers.
const router = createAppRouter();
const connection = await connecting;
if (connection.ok) askFirst(location);
createRoot(element).render(
  <StrictMode>{connection.ok ? <App router={router} /> : <NotConnected message={connection.message} />}</StrictMode>,
);
