import { words } from '../kernel/language.ts'

export const leadImportWords = words('leadImport', {
  title: ['导入线索', 'Import leads'],
  column: {
    phone: ['手机号', 'Phone'],
    name: ['姓名', 'Name'],
    city: ['城市', 'City'],
    pool: ['线索池', 'Pool'],
    remark: ['备注', 'Notes'],
  },
  alsoColumn: {
    phone: ['手机|手机号码|电话|联系电话', 'mobile|phone number|tel'],
    name: ['客户姓名|客户|称呼', 'customer|customer name'],
    city: ['所在城市|地区|城市编码', 'region|city code'],
    pool: ['公海|分组', 'lead pool'],
    remark: ['说明|备注信息', 'remark|remarks|note|comment'],
  },
  notes: {
    phone: [
      '必填；请设为“文本”格式，否则表格程序会丢失末尾数字',
      'Required. Format it as text, or the spreadsheet program will lose its last digits.',
    ],
    name: ['选填，最多 40 字', 'Optional, up to 40 characters'],
    city: [
      '选填，城市名称（如深圳市）或六位编码',
      'Optional: the name of a city in Chinese, or its six-digit code',
    ],
    pool: ['选填，线索池名称；留空为公海', 'Optional: the name of a pool. Leave empty for the public pool.'],
    remark: ['选填，最多 500 字', 'Optional, up to 500 characters'],
  },
  example: {
    phone: ['13800000000', '13800000000'],
    name: ['张三', '张三'],
    city: ['深圳市', '深圳市'],
    pool: ['', ''],
    remark: ['展会留下联系方式', 'Met at a fair'],
  },
  sheet: ['线索', 'Leads'],
  fileName: {
    template: ['线索导入模板', 'leads-template'],
    wrong: ['线索导入-有误的行', 'leads-invalid-rows'],
  },
  there: {
    waiting: ['已在线索池中', 'Already in a pool'],
    held: ['已有销售跟进', 'Already with a salesperson'],
    converted: ['已成交', 'Already won'],
    invalid: ['曾标记为无效', 'Marked as invalid before'],
    others: ['已是他人的线索', 'Already a lead of someone else'],
    noPool: ['没有此线索池', 'No such pool'],
  },
  /** What becomes of rows that are leads already. */
  choice: {
    skip: ['跳过', 'Skip'],
    update: ['更新姓名、城市和备注', 'Update name, city and notes'],
    toPool: ['更新并退回线索池', 'Update and return to the pool'],
    anew: ['作为新线索添加', 'Add as a new lead'],
  },
  hint: {
    held: [
      '您只能更改自己（或所负责团队）的线索，其他销售的线索会被跳过。',
      'You can change only your own leads or those of a team that you head. The others are skipped.',
    ],
  },
  message: {
    done: ['线索导入完成', 'Lead import finished'],
    failed: ['线索导入失败', 'Lead import failed'],
  },
})
