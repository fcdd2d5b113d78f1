/** What a first visit may weigh, in kB (1,000 bytes) of compressed JavaScript and CSS. */
export const limits = {
  login: 170,
  /** The frame, what lists are made of, and the page that is opened most. */
  userList: 275,
  /** What any other page of the frame may need that the user list does not. */
  further: 30,
}

/** Where the pages stand: each of these modules loads some by a line `name … import('…')`. */
export const routeModules = ['src/app/areas.ts', 'src/app/pages/registry.ts']

/** What a visitor gets before any page of the console, and around those behind the login. */
export const start = 'index.html'
export const frame = 'src/app/frame/frame.tsx'
export const loginPage = 'src/app/login/page.tsx'
export const userList = 'UserList'
