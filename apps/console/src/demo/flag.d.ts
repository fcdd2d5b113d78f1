/** True in the build of the demo alone (`npm run build:demo`); elsewhere what it guards is not even built. */
declare const __DEMO__: boolean
