import * as z from 'zod'
import type { Failure } from '../kernel/envelope.ts'
import { exactText, instant, requiredLongText, requiredText } from '../kernel/kernel.ts'
import { webAddress } from '../kernel/web-address.ts'
import { overlapDays, previousSecret } from '../partners/previous-secret.ts'
import { connectionTemplate, templateOutcomes, templateStages } from '../partners/template.ts'
import { shownProblem, shownRequest } from '../partners/template-shown.ts'

/** The endpoints by which an organization is connected: its connection template, its secrets, a preview and a trial call. */

/** The maximum length of the value of a secret, in characters; an RSA key of 8,192 bits in PEM has 6,400. */
export const longestSecret = 8_000

const view = z.object({
  /** Null until one is saved. */
  template: connectionTemplate.nullable(),
  /** The version that the next save must name; 0 until one is saved. */
  version: z.int(),
  /** The names of the secrets that have a value; nobody sees the values. */
  secrets: z.array(z.string()),
  /** Replaced values that are still valid for replies, by the names of their secrets. */
  previousSecrets: z.array(previousSecret),
  /** Whether another template waits for another person's review. */
  isWaiting: z.boolean(),
  /** Why a super administrator accepted problems that others cannot accept; null if there were none. */
  override: z.object({ reason: z.string(), by: z.string().nullable() }).nullable(),
  updatedBy: z.string().nullable(),
  updatedAt: instant.nullable(),
  /** When a trial of this template last got an answer that it could read; null after a change. */
  trialAnsweredAt: instant.nullable(),
})
view.register(z.globalRegistry, { id: 'OrgTemplate' })
export type OrgTemplate = z.output<typeof view>

const shipped = z.object({
  code: z.string(),
  /** Its name in Chinese and in English. */
  words: z.tuple([z.string(), z.string()]),
  template: connectionTemplate,
})

const reading = z.object({
  outcome: z.enum([...templateOutcomes, 'unknown']),
  notes: z.array(z.string()),
  reason: z.string().optional(),
  externalId: z.string().optional(),
  priceFen: z.int().optional(),
  url: z.string().optional(),
  agreements: z.array(z.object({ name: z.string(), url: z.string(), version: z.string() })).optional(),
})

const trial = z.object({
  request: shownRequest,
  /** `answer`: it answered. `refused`, `notSent`: nothing was sent. `unknown`: it may have received the request. */
  kind: z.enum(['answer', 'refused', 'notSent', 'unknown']),
  /** Why there is no answer: a code of the outgoing calls. */
  why: z.string().nullable(),
  status: z.int().nullable(),
  ms: z.int().nullable(),
  /** The headers of the answer, masked like its body. */
  headers: z.record(z.string(), z.string()).nullable(),
  /** The beginning of the answer, with personal data and secrets masked. */
  body: z.string().nullable(),
  /** How the template reads the answer; null without one. */
  reading: reading.nullable(),
})
trial.register(z.globalRegistry, { id: 'OrgTemplateTrial' })
export type OrgTrial = z.output<typeof trial>

/** The problems of a template that a save reports at `template`, `secrets` or `override`. */
const refuses = ['4090'] as const satisfies readonly Failure['code'][]

const save = z.strictObject({
  version: z.int('integer').min(0, 'range'),
  template: connectionTemplate,
  /** New values; a secret that is not here keeps its value. */
  secrets: z
    .array(z.strictObject({ name: requiredText(40), value: exactText(longestSecret).min(1, 'required') }))
    .max(20, 'tooMany')
    .default([]),
  overlapDays,
  /** Why problems that only a super administrator can accept are accepted. */
  override: requiredLongText(500).nullable().default(null),
})
save.register(z.globalRegistry, { id: 'OrgTemplateSave' })

/**
 * The endpoints of one list.
 * @param path the path of the list
 * @param what what its organizations are called, in Chinese and in English
 */
export const templateCalls = <const P extends `/${string}`>(path: P, [zh, en]: readonly [string, string]) => {
  const at = `${path}/{id}/template` as const
  return {
    template: {
      method: 'GET',
      path: at,
      kind: 'read',
      summary: [`查看${zh}的对接模板`, `View the connection templates of ${en}`],
      answer: view,
    },
    shippedTemplates: {
      method: 'GET',
      path: `${path}/template/shipped`,
      kind: 'read',
      point: 'template',
      summary: [`${zh}可用的内置对接模板`, `Connection templates that ${en} can begin with`],
      answer: z.array(shipped),
    },
    /** Nothing is called and nothing is stored; no secret is used. */
    previewTemplate: {
      method: 'POST',
      path: `${at}/preview`,
      kind: 'read',
      point: 'template',
      summary: [`预览${zh}的对接模板`, `Preview connection templates of ${en}`],
      body: z.strictObject({ template: connectionTemplate, stage: z.enum(templateStages, 'choice') }),
      answer: z.object({
        problems: z.array(shownProblem),
        /** The request to a made-up person; null if it cannot be built. */
        request: shownRequest.nullable(),
      }),
    },
    saveTemplate: {
      protection: ['fourEyes', 'notice'],
      method: 'PUT',
      path: at,
      kind: 'write',
      affects: ['org', 'orgUv', 'changeRequest'],
      refuses,
      summary: [`编辑${zh}的对接模板`, `Edit the connection templates of ${en}`],
      body: save,
      answer: view,
    },
    endTemplateSecret: {
      method: 'DELETE',
      path: `${at}/secret/{secretId}`,
      kind: 'write',
      point: 'saveTemplate',
      summary: [`结束${zh}模板的旧密钥`, `End previous secrets of connection templates of ${en}`],
      answer: z.null(),
    },
    /** Calls the saved template of one stage for a made-up person. */
    tryTemplate: {
      protection: ['audit'],
      method: 'POST',
      path: `${at}/try`,
      kind: 'write',
      staged: true,
      affects: ['org', 'orgUv'],
      summary: [`试用${zh}的对接模板`, `Try connection templates of ${en}`],
      body: z.strictObject({
        stage: z.enum(templateStages, 'choice'),
        /** Another address than that of the template; it gets stand-ins instead of the secrets. */
        address: webAddress.nullable().default(null),
      }),
      answer: trial,
    },
  } as const
}
