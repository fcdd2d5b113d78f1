/** What a first visit to a page may weigh, in kB (1,000 bytes) of compressed JavaScript and CSS. */
export const budget = [
  { page: 'Login page', limit: 170, modules: ['index.html', 'src/app/login/page.tsx'] },
  {
    page: 'User list',
    limit: 300,
    modules: ['index.html', 'src/app/frame/frame.tsx', 'src/areas/user/page.tsx'],
  },
]
