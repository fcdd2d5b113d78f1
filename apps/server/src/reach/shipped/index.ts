import type { ShippedPostback } from '@kabao/contract/reach/postback'
import { baiduConversions, baiduInvalid, kuaishou, oceanEngine, tencentAds } from './platforms.ts'
import { plainJson } from './standard.ts'

/** The templates that a postback can begin with, each with the public page of its format. */
export const shippedPostbacks: ShippedPostback[] = [
  {
    code: 'plainJson',
    words: ['本系统的 JSON，以渠道接口密钥签名', 'Our own JSON, signed with the API key of the channel'],
    page: null,
    template: plainJson,
  },
  {
    code: 'oceanEngine',
    words: ['巨量引擎', 'Ocean Engine'],
    page: 'https://event-manager.oceanengine.com/docs/8650/all_events/',
    template: oceanEngine,
  },
  {
    code: 'baiduConversions',
    words: ['百度 oCPC：转化', 'Baidu oCPC: conversions'],
    page: 'https://dev2.baidu.com/content?sceneType=0&pageId=101213',
    template: baiduConversions,
  },
  {
    code: 'baiduInvalid',
    words: ['百度 oCPC：无效转化', 'Baidu oCPC: invalid conversions'],
    page: 'https://dev2.baidu.com/content?sceneType=0&pageId=101213',
    template: baiduInvalid,
  },
  {
    code: 'tencentAds',
    words: ['腾讯广告', 'Tencent Ads'],
    page: 'https://developers.e.qq.com/docs/guide/conversion/new_version/Web_api',
    template: tencentAds,
  },
  {
    code: 'kuaishou',
    words: ['快手', 'Kuaishou'],
    page: 'https://developers.e.kuaishou.com/docs',
    template: kuaishou,
  },
]
