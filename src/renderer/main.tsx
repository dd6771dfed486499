import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import '@mantine/dropzone/styles.css';
import './ui/tokens.css';
import './ui/forcedColors.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { connectBridge, styleNonce } from './bridge/bridgeConnect.ts';
import { NotConnected } from './app/NotConnected.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('The page has no #root.');
document.documentElement.dataset.appState = 'loading';
// Mantine's scroll lock makes its own style element, which needs the nonce too (DESIGN `Traps`).
setNonce(styleNonce());

const connection = await connectBridge();
createRoot(element).render(
  <StrictMode>{connection.ok ? <App /> : <NotConnected message={connection.message} />}</StrictMode>,
);
