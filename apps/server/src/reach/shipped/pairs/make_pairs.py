"""Writes the recorded pairs of the shipped templates of postbacks: what the public page of a platform says the request is, and answers.

Independent of the library. Run in this folder:
    python3 make_pairs.py
"""
import json
from urllib.parse import quote

AT, MILLIS, SECONDS = "2026-03-01T02:03:04.567Z", 1772330584567, 1772330584
FIRST = dict(eventId="7434023108739072042", event="registered", at=AT, userId="42", clickId="EPHk9c&X3/pv4+C=", extra=dict(
    landingUrl="https://land.example/?a=1&bd_vid=749\"2", conv_id="63044567"), channelCode="CABCD2345", orgCode=None, pushId=None,
    orderNo=None, leadId=None, amountFen=None, reason=None)
PAID = dict(FIRST, eventId="7434023108739072043", event="ordered", amountFen=12800, orderNo="A-1")
BACK = dict(FIRST, eventId="7434023108739072044", event="returned", pushId="77", reason="quality")
CB = quote(FIRST["clickId"], safe="")
LAND = FIRST["extra"]["landingUrl"]


def answer(outcome, body, status=200, reason=None):
    return dict(status=status, body=body if isinstance(body, str) else json.dumps(body, ensure_ascii=False), outcome=outcome, reason=reason)


def pair(events, method, url, body, answers, secrets=None):
    return dict(events=events, secrets=secrets or {}, method=method, url=url, body=body, answers=answers)


def ocean(event, kind, amount):
    return pair([event], "POST", "https://analytics.oceanengine.com/api/v2/conversion",
                {"event_type": kind, "context": {"ad": {"callback": event["clickId"]}}, "properties": {"pay_amount": amount},
                 "timestamp": MILLIS},
                [[answer("ok", {"code": 0, "message": "成功"}, reason="成功")],
                 [answer("failed", {"code": 1, "message": "callback 无效"}, reason="callback 无效")], [answer("failed", "busy", 502)],
                 [answer("refused", "", 400)]])


def baidu(call, name, items, events):
    ok = {"header": {"desc": "success", "status": 0}}
    part = {"header": {"desc": "partial", "status": 1, "errors": [{"code": 4, "message": "logidUrl 无效", "position": name + "[1]"}]}}
    bad = {"header": {"desc": "token 错误", "status": 2}}
    n = len(events)
    answers = [[answer("ok", ok, reason="success") for _ in events], [answer("failed", bad, reason="token 错误") for _ in events]]
    if n > 1:
        answers.append([answer("refused", part, reason="logidUrl 无效") if at == 1 else answer("ok", part, reason="partial")
                        for at in range(n)])
    return pair(events, "POST", "https://ocpc.baidu.com/ocpcapi/api/" + call, {"token": "bd-token", name: items}, answers,
                {"token": "bd-token"})


def tencent(event, kind, value):
    return pair([event], "POST", f"https://tracking.e.qq.com/conv?cb={CB}&conv_id=63044567",
                {"actions": [{"outer_action_id": event["eventId"], "action_time": SECONDS, "action_type": kind,
                              "action_param": {"value": value}}]},
                [[answer("ok", {"code": 0, "message": ""}, reason="")], [answer("failed", {"code": 51001, "message": "click"}, reason="click")]])


def kuaishou(event, kind):
    return pair([event], "GET", f"https://ad.partner.gifshow.com/track/activate?callback={CB}&event_type={kind}&event_time={MILLIS}", None,
                [[answer("ok", {"result": 1})], [answer("failed", {"result": 11, "error_msg": "callback"}, reason="callback")]])


def valid(kind):
    return {"logidUrl": LAND, "newType": kind, "convertTime": SECONDS}


def plain(event):
    names = "eventId event at userId channelCode orgCode pushId orderNo leadId amountFen reason".split()
    return pair([event], "POST", "https://channel.example/postback", {name: event[name] for name in names},
                [[answer("ok", "")], [answer("ok", "{}", 204)], [answer("failed", "", 500)], [answer("refused", "", 410)]])


PAIRS = {
    "plainJson": [plain(FIRST), plain(PAID), plain(BACK)],
    "oceanEngine": [ocean(FIRST, "active_register", None), ocean(PAID, "active_pay", 12800)],
    "baiduConversions": [baidu("uploadConvertData", "conversionTypes", [valid(25)], [FIRST]),
                         baidu("uploadConvertData", "conversionTypes", [valid(25), valid(10), valid(18)], [FIRST, PAID, BACK])],
    "baiduInvalid": [baidu("uploadInvalidConvertData", "invalidConversionTypes",
                           [{"logidUrl": LAND, "convertType": 18, "convertTime": SECONDS}], [BACK])],
    "tencentAds": [tencent(FIRST, "REGISTER", None), tencent(PAID, "PURCHASE", 12800)],
    "kuaishou": [kuaishou(FIRST, "2"), kuaishou(PAID, "3")],
}
with open("pairs.json", "w", encoding="utf-8") as out:
    json.dump(PAIRS, out, indent=1, ensure_ascii=False)
    out.write("\n")
