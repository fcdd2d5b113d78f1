"""Writes the recorded pairs of the shipped templates: what a partner's documentation says the request is, and a reply.

Independent of the library: Python's hashlib and hmac, and the openssl command for AES and RSA. Run in this folder:
    python3 make_pairs.py
The RSA keys are made anew by each run, are used by nothing else, and protect nothing.
"""
import base64, hashlib, hmac, json, os, subprocess, tempfile
from urllib.parse import quote

AT = "2026-03-01T02:03:04.567Z"
MILLIS, SECONDS, WALL = "1772330584567", "1772330584", "2026-03-01 10:03:04"
NONCE = "000102030405060708090a0b0c0d0e0f"
FRESH_KEY = bytes.fromhex("101112131415161718191a1b1c1d1e1f")
FRESH_IV = bytes.fromhex("202122232425262728292a2b2c2d2e2f")

ANN = dict(requestId="r-1", phone="13800001234", name="张三", idNumber="110101199003070011", birthday="1990-03-07",
           gender="male", age=36, cityCode="440300", incomeBand="from5kTo10k", house=True, car=False,
           housingFund=True, occupation="教师", externalId="E-77")
QUOTED = dict(ANN, requestId="r-2", name='O"Brien \\ <李> & 娜', gender="female", occupation="A & B = 100% +1")
BARE = dict(requestId="r-3", phone="19912345678", name="欧阳娜", idNumber="440305198812123456", birthday="1988-12-12",
            gender=None, age=37, cityCode="310100", incomeBand=None, house=False, car=True, housingFund=False,
            occupation=None, externalId="E-78")

GENDER = {"male": "1", "female": "2", None: "0"}
INCOME = {"below3k": "A", "from3kTo5k": "B", "from5kTo10k": "C", "from10kTo20k": "D", "above20k": "E", None: "X"}


def pretty(obj):
    return json.dumps(obj, indent=2, ensure_ascii=False)


def openssl(*arguments, data):
    return subprocess.run(["openssl", *arguments], input=data, stdout=subprocess.PIPE, check=True).stdout


def save(name, secrets, pairs, **more):
    with open(name, "w", encoding="utf-8") as out:
        json.dump({"secrets": secrets, **more, "pairs": pairs}, out, indent=2, ensure_ascii=False)
        out.write("\n")
    print(name, len(pairs))


def pair(name, stage, person, request, reply, reading, status=200, **more):
    body = reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)
    return dict(name=name, stage=stage, at=AT, random=[NONCE, FRESH_KEY.hex(), FRESH_IV.hex()], person=person,
                request=request, reply=dict(status=status, body=body), reading=reading, **more)


def unknown(*notes, **more):
    return dict(outcome="unknown", notes=list(notes), **more)


# ---- JSON with an MD5 signature

def json_md5():
    app_id, app_key = "kabao-test", "md5-key-for-tests-0001"

    def signed(obj):
        text = "&".join(f"{k}={'true' if v is True else 'false' if v is False else v}"
                        for k, v in sorted(obj.items()) if v not in ("", None))
        sign = hashlib.md5(f"{text}&key={app_key}".encode()).hexdigest().upper()
        return pretty(obj)[:-2] + f',"sign":"{sign}"}}'

    def submit(p):
        body = signed(dict(appId=app_id, requestId=p["requestId"], timestamp=MILLIS, phone=p["phone"], name=p["name"],
                           idNumber=p["idNumber"], gender=GENDER[p["gender"]], age=p["age"], cityCode=p["cityCode"],
                           income=INCOME[p["incomeBand"]], house=p["house"], car=p["car"]))
        return request("https://partner.example/api/v1/apply", body, p)

    def query(p):
        body = signed(dict(appId=app_id, requestId=p["requestId"], timestamp=MILLIS))
        return request("https://partner.example/api/v1/query", body, p)

    def request(url, body, p):
        return dict(method="POST", url=url, body=body,
                    headers={"content-type": "application/json; charset=utf-8", "x-request-id": p["requestId"]})

    bounds = dict(minFen=1000, maxFen=5000)
    pairs = [
        pair("accepted, with a price within the bounds", "submit", ANN, submit(ANN),
             '{"code":"0","message":"ok","data":{"orderId":"D-1","price":12.50}}',
             dict(outcome="accepted", notes=[], reason="ok", externalId="D-1", priceFen=1250), bounds=bounds),
        pair("accepted, code as a number, an id of 19 digits", "submit", QUOTED, submit(QUOTED),
             '{"code":0,"data":{"orderId":1234567890123456789}}',
             dict(outcome="accepted", notes=[], externalId="1234567890123456789"), bounds=bounds),
        pair("accepted, with a price above the bounds", "submit", BARE, submit(BARE),
             '{"code":"0","data":{"orderId":"D-3","price":"50.01"}}',
             dict(outcome="accepted", notes=["priceBounds"], externalId="D-3"), bounds=bounds),
        pair("duplicate", "submit", ANN, submit(ANN), '{"code":"1001","message":"重复进件"}',
             dict(outcome="duplicate", notes=[], reason="重复进件")),
        pair("rejected, a phone in the reason", "submit", ANN, submit(ANN),
             '{"code":"2001","message":"13800001234 不符合准入"}',
             dict(outcome="rejected", notes=[], reason="138****1234 不符合准入")),
        pair("failed: the signature is wrong", "submit", ANN, submit(ANN), '{"code":"4001","message":"签名错误"}',
             dict(outcome="failed", notes=[], reason="签名错误")),
        pair("a code that nobody knows", "submit", ANN, submit(ANN), '{"code":"9999","message":"?"}',
             unknown("noRule", reason="?")),
        pair("the page of a proxy", "submit", ANN, submit(ANN), "<html>Bad gateway</html>", unknown("form")),
        pair("status 500", "submit", ANN, submit(ANN), '{"code":"0"}', unknown("status"), status=500),
        pair("status 429", "submit", ANN, submit(ANN), "", dict(outcome="failed", notes=[]), status=429),
        pair("query: not there", "query", ANN, query(ANN), '{"code":"4404","message":"无此订单"}',
             dict(outcome="failed", notes=[], reason="无此订单")),
    ]
    save("json-md5.json", dict(appId=app_id, appKey=app_key), pairs)


# ---- half flow, AES-ECB

def half_aes():
    channel, key, hash_key = "ch-test", "aes-key-16-bytes", "hash-key-for-tests"

    def seal(text):
        out = openssl("enc", "-aes-128-ecb", "-K", key.encode().hex(), "-nosalt", data=text.encode())
        return base64.b64encode(out).decode()

    def request(path, obj_text):
        body = pretty(dict(channelId=channel, timestamp=int(SECONDS), data=seal(obj_text)))
        return dict(method="POST", url=f"https://partner.example/half/{path}", body=body,
                    headers={"content-type": "application/json; charset=utf-8"})

    def check(p):
        phone_hash = hmac.new(hash_key.encode(), p["phone"].encode(), hashlib.sha256).hexdigest()
        return request("check", pretty(dict(phoneHash=phone_hash, cityCode=p["cityCode"], age=p["age"],
                                            income=INCOME[p["incomeBand"]], housingFund=p["housingFund"])))

    def submit(p):
        lines = ",".join('\n    { "title": %s, "version": %s, "time": "2026-03-01 09:58:00" }'
                         % (json.dumps(a["name"], ensure_ascii=False), json.dumps(a["version"]))
                         for a in p["agreements"])
        head = pretty(dict(checkId=p["externalId"], requestId=p["requestId"], phone=p["phone"], name=p["name"],
                           idNumber=p["idNumber"], gender=GENDER[p["gender"]]))[:-2]
        return request("submit", head + ',\n  "protocols": [' + lines + "\n  ]\n}")

    def reply(obj):
        return dict(code="200", data=seal(json.dumps(obj, ensure_ascii=False)))

    agreements = [dict(name="个人信息授权书", version="2.1", url="https://bank.example/a", acceptedAt="2026-03-01T01:58:00Z"),
                  dict(name='"征信"查询授权', version="1", url="https://bank.example/b", acceptedAt="2026-03-01T01:58:00Z")]
    two, one = dict(QUOTED, agreements=agreements), dict(ANN, agreements=agreements[:1])
    protocols = [dict(title="授权书", link="https://bank.example/a?x=1", version=2)]
    bounds = dict(minFen=100, maxFen=9900)
    damaged = seal('{"result":"PASS"}')[:-8] + "AAAAAAA="
    pairs = [
        pair("check passed, with agreements", "check", ANN, check(ANN),
             reply(dict(result="PASS", checkId="C-1", priceFen=990, protocols=protocols)),
             dict(outcome="accepted", notes=[], externalId="C-1", priceFen=990,
                  agreements=[dict(name="授权书", url="https://bank.example/a?x=1", version="2")]), bounds=bounds),
        pair("check: known already", "check", QUOTED, check(QUOTED), reply(dict(result="REPEAT")),
             dict(outcome="duplicate", notes=[])),
        pair("check: refused", "check", BARE, check(BARE), reply(dict(result="REFUSE", reason="年龄不符")),
             dict(outcome="rejected", notes=[], reason="年龄不符")),
        pair("check: an agreement without an address", "check", ANN, check(ANN),
             reply(dict(result="PASS", protocols=[dict(title="授权书")])),
             dict(outcome="accepted", notes=["agreements"])),
        pair("check: an error without data", "check", ANN, check(ANN), dict(code="4001", msg="解密失败"),
             dict(outcome="failed", notes=[])),
        pair("check: damaged data", "check", ANN, check(ANN), dict(code="200", data=damaged), unknown("unseal")),
        pair("submit accepted, two agreements", "submit", two, submit(two),
             reply(dict(result="SUCCESS", orderId="O-9", priceFen="990")),
             dict(outcome="accepted", notes=[], externalId="O-9", priceFen=990), bounds=bounds),
        pair("submit: known already", "submit", one, submit(one), reply(dict(result="REPEAT", reason="重复")),
             dict(outcome="duplicate", notes=[], reason="重复")),
        pair("submit refused", "submit", one, submit(one), reply(dict(result="REFUSE", reason="评分不足")),
             dict(outcome="rejected", notes=[], reason="评分不足")),
        pair("submit: a result that nobody knows", "submit", one, submit(one), reply(dict(result="LATER")),
             unknown("noRule")),
    ]
    save("half-aes.json", dict(channelId=channel, aesKey=key, hashKey=hash_key), pairs)


# ---- AES with a key sealed by RSA

def rsa_aes(folder):
    def key_pair(name):
        path = os.path.join(folder, name)
        openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", path, data=b"")
        with open(path, encoding="ascii") as file:
            return path, file.read(), openssl("pkey", "-in", path, "-pubout", data=b"").decode()

    our_path, our_private, our_public = key_pair("ours.pem")
    _, their_private, their_public = key_pair("theirs.pem")
    public_path = os.path.join(folder, "ours.pub")
    with open(public_path, "w", encoding="ascii") as file:
        file.write(our_public)
    app_id = "kabao-rsa"

    def aes(text, key, iv):
        return openssl("enc", "-aes-128-cbc", "-K", key.hex(), "-iv", iv.hex(), "-nosalt", data=text.encode())

    def request(path, obj):
        data = base64.b64encode(aes(pretty(obj), FRESH_KEY, FRESH_IV)).decode()
        sign = openssl("dgst", "-sha256", "-sign", our_path, data=f"{app_id}{MILLIS}{data}".encode())
        body = pretty(dict(appId=app_id, timestamp=int(MILLIS), encryptKey="SEALED",
                           iv=base64.b64encode(FRESH_IV).decode(), data=data, sign=base64.b64encode(sign).decode()))
        return dict(method="POST", url=f"https://partner.example/open/{path}", body=body,
                    headers={"content-type": "application/json; charset=utf-8"})

    def submit(p):
        return request("apply", dict(bizNo=p["requestId"], mobile=p["phone"], realName=p["name"], idCard=p["idNumber"],
                                     birthday=p["birthday"].replace("-", ""), sex=GENDER[p["gender"]],
                                     monthlyIncome=INCOME[p["incomeBand"]], hasHouse=int(p["house"]),
                                     hasCar=int(p["car"])))

    def login(p):
        return request("login", dict(bizNo=p["requestId"], applyNo=p["externalId"], mobile=p["phone"]))

    def reply(obj):
        key, iv = bytes(range(64, 80)), bytes(range(80, 96))
        sealed = openssl("pkeyutl", "-encrypt", "-pubin", "-inkey", public_path, "-pkeyopt", "rsa_padding_mode:oaep",
                         "-pkeyopt", "rsa_oaep_md:sha256", "-pkeyopt", "rsa_mgf1_md:sha256",
                         data=base64.b64encode(key))
        return dict(code="SUCCESS", encryptKey=base64.b64encode(sealed).decode(), iv=base64.b64encode(iv).decode(),
                    data=base64.b64encode(aes(json.dumps(obj, ensure_ascii=False), key, iv)).decode())

    bounds = dict(minFen=100, maxFen=100000)
    foreign = dict(reply(dict(status="ACCEPT")), encryptKey=base64.b64encode(bytes(256)).decode())
    pairs = [
        pair("accepted", "submit", ANN, submit(ANN), reply(dict(status="ACCEPT", applyNo="A-1", price="88.00")),
             dict(outcome="accepted", notes=[], externalId="A-1", priceFen=8800), bounds=bounds),
        pair("exists", "submit", QUOTED, submit(QUOTED), reply(dict(status="EXISTS", remark="已存在")),
             dict(outcome="duplicate", notes=[], reason="已存在")),
        pair("declined", "submit", BARE, submit(BARE), reply(dict(status="DECLINE", remark="城市不符")),
             dict(outcome="rejected", notes=[], reason="城市不符")),
        pair("an error without data", "submit", ANN, submit(ANN), dict(code="BAD_SIGN"), dict(outcome="failed", notes=[])),
        pair("a key that is not for us", "submit", ANN, submit(ANN), foreign, unknown("unseal")),
        pair("accepted, a price that is no amount", "submit", ANN, submit(ANN),
             reply(dict(status="ACCEPT", applyNo="A-2", price="88.005")),
             dict(outcome="accepted", notes=["price"], externalId="A-2"), bounds=bounds),
        pair("login", "login", ANN, login(ANN), reply(dict(status="OK", loginUrl="https://h5.bank.example/in?t=abc")),
             dict(outcome="accepted", notes=[], url="https://h5.bank.example/in?t=abc")),
        pair("login: an address that is a script", "login", ANN, login(ANN),
             reply(dict(status="OK", loginUrl="javascript:alert(1)")), unknown("url")),
        pair("login: no address", "login", ANN, login(ANN), reply(dict(status="OK")), unknown("url")),
        pair("login declined", "login", ANN, login(ANN), reply(dict(status="DECLINE", remark="已过期")),
             dict(outcome="rejected", notes=[], reason="已过期")),
    ]
    save("rsa-aes.json", dict(appId=app_id, theirKey=their_public, ourKey=our_private), pairs, theirPrivateKey=their_private)


# ---- form with a SHA-256 over its sorted fields

def form_sha256():
    app_key, secret = "form-test", "form-secret-for-tests"

    def request(path, fields):
        text = "&".join(f"{k}={v}" for k, v in sorted(fields.items()) if v != "")
        sign = hashlib.sha256(f"{secret}{text}{secret}".encode()).hexdigest()
        body = "&".join(f"{k}={quote(v, safe=chr(39) + '!()*-._~')}" for k, v in [*fields.items(), ("sign", sign)])
        return dict(method="POST", url=f"https://partner.example/gateway/{path}", body=body,
                    headers={"content-type": "application/x-www-form-urlencoded"})

    def common(p):
        return dict(app_key=app_key, timestamp=WALL, nonce=NONCE, request_id=p["requestId"])

    def check(p):
        mobile_hash = hashlib.sha256((p["phone"] + secret).encode()).hexdigest()
        return request("check", dict(common(p), mobile_hash=mobile_hash, city=p["cityCode"]))

    def submit(p):
        return request("submit", dict(common(p), mobile=p["phone"], name=p["name"], id_card=p["idNumber"],
                                      sex=GENDER[p["gender"]], age=str(p["age"]), city=p["cityCode"],
                                      job=p["occupation"] or ""))

    def login(p):
        return request("login", dict(common(p), serial_no=p["externalId"], mobile=p["phone"]))

    bounds = dict(minFen=100, maxFen=5000)
    pairs = [
        pair("check passed", "check", ANN, check(ANN), '{"success":true,"data":{"state":1}}',
             dict(outcome="accepted", notes=[])),
        pair("check: known already", "check", BARE, check(BARE), '{"success":true,"data":{"state":"2"}}',
             dict(outcome="duplicate", notes=[])),
        pair("accepted", "submit", ANN, submit(ANN),
             '{"success":true,"data":{"state":1,"serialNo":"S-5","unitPrice":1200}}',
             dict(outcome="accepted", notes=[], externalId="S-5", priceFen=1200), bounds=bounds),
        pair("rejected; signs, blanks and a plus in the fields", "submit", QUOTED, submit(QUOTED),
             '{"success":true,"data":{"state":3,"note":"收入\\n不足"}}',
             dict(outcome="rejected", notes=[], reason="收入 不足")),
        pair("duplicate; an empty field is not signed", "submit", BARE, submit(BARE),
             '{"success":true,"data":{"state":2}}', dict(outcome="duplicate", notes=[])),
        pair("failed", "submit", ANN, submit(ANN), '{"success":false,"errorCode":"SIGN_ERROR"}',
             dict(outcome="failed", notes=[])),
        pair("success without a state", "submit", ANN, submit(ANN), '{"success":true}', unknown("noRule")),
        pair("a state that is a list", "submit", ANN, submit(ANN), '{"success":true,"data":{"state":[1]}}',
             unknown("noRule")),
        pair("login", "login", ANN, login(ANN),
             '{"success":true,"data":{"state":1,"redirect":"https://m.bank.example/?k=1"}}',
             dict(outcome="accepted", notes=[], url="https://m.bank.example/?k=1")),
        pair("an id with a line break", "submit", ANN, submit(ANN),
             '{"success":true,"data":{"state":1,"serialNo":"S\\n5"}}',
             dict(outcome="accepted", notes=["externalId"])),
    ]
    save("form-sha256.json", dict(appKey=app_key, appSecret=secret), pairs)


json_md5()
half_aes()
with tempfile.TemporaryDirectory() as folder:
    rsa_aes(folder)
form_sha256()
