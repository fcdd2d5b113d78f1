import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { Failure, run } from './run.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const onMac = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)

/** The browser of this machine: what `CHROMIUM` says, or the first one on the path; null when there is none. */
export function findChromium() {
  const wanted = process.env.CHROMIUM
  if (wanted) return locate(wanted)
  return [...names, ...onMac].map(locate).find(Boolean) ?? null
}

/**
 * What Playwright turns off in Chromium itself: the switch is not added to but replaced. A test holds this list to that
 * of the Playwright that is installed.
 */
const offInPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]
/** The pages behind the address bar: two more processes for every window, and as much work as the console itself. */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** What Chromium is started with: with less beside the page, and as root without its own sandbox, which refuses that. */
export const chromiumArguments = () => [
  `--disable-features=${[...offInPlaywright, ...addressBar].join()}`,
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** Makes sure there is a browser, and letters for Chinese; on Debian as root they are installed. */
export async function ensureBrowser() {
  if (process.env.CHROMIUM && !findChromium()) {
    throw new Failure(`CHROMIUM is ${process.env.CHROMIUM}, and no program is there.`)
  }
  const missing = [...(findChromium() ? [] : ['chromium']), ...(hasChinese() ? [] : ['fonts-noto-cjk'])]
  if (missing.length > 0 && canInstall()) await installFromDebian(missing)
  if (!findChromium()) {
    throw new Failure(
      'The browser tests need Chromium: install it, or set CHROMIUM to the program of a Chrome.',
    )
  }
  if (!hasChinese())
    console.log('There is no Chinese font here (fonts-noto-cjk): the screenshots will show boxes.')
}

function locate(name) {
  const places = isAbsolute(name)
    ? [name]
    : (process.env.PATH ?? '').split(delimiter).map((at) => join(at, name))
  return places.find(isProgram) ?? null
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Only Linux can be without; where fontconfig itself is missing, so are the fonts. */
function hasChinese() {
  if (process.platform !== 'linux') return true
  try {
    return execFileSync('fc-list', [':lang=zh-cn', 'family'], { encoding: 'utf8' }).trim() !== ''
  } catch {
    return false
  }
}

const canInstall = () => process.platform === 'linux' && process.getuid() === 0 && locate('apt-get') !== null

async function installFromDebian(packages) {
  console.log(`Installing ${packages.join(' and ')} with apt-get…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const otherwise = `apt-get could not install ${packages.join(' and ')}, its own words are above.`
  await run('apt-get', ['-qq', 'update'], { env, otherwise })
  await run('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', ...packages], { env, otherwise })
}
