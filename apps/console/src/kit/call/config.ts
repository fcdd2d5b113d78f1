import type { RuntimeConfig } from '@kabao/contract/runtime-config'

let config: RuntimeConfig = {
  apiBase: '',
  settings: false,
  demo: false,
  timezone: 'Asia/Shanghai',
  dayStartsAt: '00:00',
  links: { designSystem: '', faq: '' },
}

/** Reads what the deployment says of itself; called once, before anything is rendered. */
export async function loadConfig(): Promise<void> {
  const response = await fetch('/config.json')
  if (response.ok) config = { ...config, ...((await response.json()) as Partial<RuntimeConfig>) }
}

/** Takes over what has been changed since the start. */
export function changeConfig(part: Partial<RuntimeConfig>): void {
  config = { ...config, ...part }
}

/** What `/config.json` says; the defaults of production where it said nothing. */
export const runtimeConfig = (): RuntimeConfig => config
