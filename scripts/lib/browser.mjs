import { execFileSync } from 'node:child_process'
import { canInstall, installFromDebian, locate } from './debian.mjs'
import { Failure } from './run.mjs'

/**
 * The same engine without windows comes first: the journeys need a seventh less of the processor with it (125 instead of 145 seconds
 * for 25 of them).
 */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const onMac = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)

/** The browser of this machine: the path in `CHROMIUM`, or the first one on the PATH; null if there is none. */
export function findChromium() {
  const wanted = process.env.CHROMIUM
  if (wanted) return locate(wanted)
  return [...names, ...onMac].map(locate).find(Boolean) ?? null
}

/**
 * The features of Chromium that Playwright turns off. Our switch replaces Playwright's, so it must repeat them. A test
 * compares this list with that of the installed Playwright.
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
/** The pages behind the address bar: they cost two more processes for every window, and as much CPU as the console. */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** The arguments of Chromium: fewer background features, and as root no sandbox, because the sandbox refuses root. */
export const chromiumArguments = () => [
  `--disable-features=${[...offInPlaywright, ...addressBar].join()}`,
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** Ensures that a browser and a Chinese font exist; on Debian, root installs them. */
export async function ensureBrowser() {
  if (process.env.CHROMIUM && !findChromium()) {
    throw new Failure(`CHROMIUM is ${process.env.CHROMIUM}, but this program does not exist.`)
  }
  if (canInstall()) await installMissing()
  if (!findChromium()) {
    throw new Failure(
      'The browser tests need Chromium: install it, or set CHROMIUM to the program of a Chrome.',
    )
  }
  if (!hasChinese())
    console.log('There is no Chinese font here (fonts-noto-cjk): the screenshots will show boxes.')
}

async function installMissing() {
  const fonts = hasChinese() ? [] : ['fonts-noto-cjk']
  if (findChromium()) return fonts.length > 0 ? installFromDebian(fonts) : undefined
  try {
    await installFromDebian(['chromium-headless-shell', ...fonts])
  } catch {
    // Older releases of Debian, and Ubuntu, have the whole browser only.
    await installFromDebian(['chromium', ...fonts])
  }
}

/** Only Linux can lack the fonts; without fontconfig the fonts are missing, too. */
function hasChinese() {
  if (process.platform !== 'linux') return true
  try {
    return execFileSync('fc-list', [':lang=zh-cn', 'family'], { encoding: 'utf8' }).trim() !== ''
  } catch {
    return false
  }
}
