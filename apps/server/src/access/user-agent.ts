/** In order: a browser that names several browsers is recognised by the first match. */
const browsers: readonly [RegExp, string][] = [
  [/MicroMessenger\/(\d+)/, 'WeChat'],
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bQQBrowser\/(\d+)/, 'QQ Browser'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:(?:Headless)?Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)(?:\.[\d.]*)? (?:Mobile\/\w+ )?Safari\//, 'Safari'],
  [/^curl\/(\d+)/, 'curl'],
]
const systems: readonly [RegExp, string][] = [
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bHarmonyOS\b|\bOpenHarmony\b/, 'HarmonyOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Browser and system of a `User-Agent` header in short, `Chrome 141 · Windows`; empty if neither is known. */
export function describeUserAgent(userAgent: string | null): string {
  const text = userAgent ?? ''
  const browser = browsers.flatMap(([pattern, name]) => {
    const version = pattern.exec(text)?.[1]
    return version === undefined ? [] : [`${name} ${version}`]
  })[0]
  const system = systems.find(([pattern]) => pattern.test(text))?.[1]
  return [browser, system].filter((part) => part !== undefined).join(' · ')
}
