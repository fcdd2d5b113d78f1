/** True only in the build of the demo (`npm run build:demo`); other builds leave out the code that it guards. */
declare const __DEMO__: boolean
