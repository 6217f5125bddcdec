/** `npm run build`: installs the packages if needed, and builds what bin/settlements.js runs. */
import { installPackages } from './packages.mjs';

installPackages();
const { makeBuild } = await import('./builds.mjs');
await makeBuild();
