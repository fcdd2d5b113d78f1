/** The size limits of a first visit, in kB (1,000 bytes) of compressed JavaScript and CSS. */
export const limits = {
  login: 156,
  /** The frame, the parts of lists and what pages of many areas share, and the most used page. */
  userList: 276,
  /** The files of any other page that the user list does not load. */
  further: 31,
}

/** The modules that load the pages, each page by a line `name … import('…')`. */
export const routeModules = ['src/app/areas.ts', 'src/app/pages/registry.ts']

/** The modules that load before any page of the console, and those around the pages behind the login. */
export const start = 'index.html'
export const frame = 'src/app/frame/frame.tsx'
export const loginPage = 'src/app/login/page.tsx'
export const userList = 'UserList'
