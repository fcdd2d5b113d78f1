import { document } from '../kernel/area-document.ts'
import { home } from './home.ts'

export const homeDocument = document(home, ['首页', 'Home page'], {
  setLayout: { order: ['plans', 'funnel'], hidden: ['errors'] },
})
