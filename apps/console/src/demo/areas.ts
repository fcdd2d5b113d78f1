import { account } from './areas/account.ts'
import { admin } from './areas/admin.ts'
import { audit } from './areas/audit.ts'
import { blacklist } from './areas/blacklist.ts'
import { feedback } from './areas/feedback.ts'
import { file } from './areas/file.ts'
import { job } from './areas/job.ts'
import { loginLog } from './areas/login-log.ts'
import { message } from './areas/message.ts'
import { push } from './areas/push.ts'
import { role } from './areas/role.ts'
import { savedView } from './areas/saved-view.ts'
import { secondFactor } from './areas/second-factor.ts'
import { session } from './areas/session.ts'
import { setting } from './areas/setting.ts'
import { user } from './areas/user.ts'
import type { AnySpecial } from './special.ts'

/** What is special of each area, by its word; an area that is not here is answered as its endpoints say. */
export const specials: Readonly<Record<string, AnySpecial>> = {
  account,
  admin,
  audit,
  blacklist,
  feedback,
  file,
  job,
  loginLog,
  message,
  push,
  role,
  savedView,
  secondFactor,
  session,
  setting,
  user,
  // Files are made by the service alone, and what little is done here is done at once.
  exportTask: { count: 0, without: ['page'] },
  batch: { count: 0 },
  // Nothing runs by itself here, and nothing waits.
  home: { calls: { waiting: () => [] } },
  // Nobody reads the reports of the demo: they are taken and forgotten.
  errorEvent: { calls: { report: () => null } },
}
