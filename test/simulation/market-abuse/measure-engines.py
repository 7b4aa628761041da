"""
Measures, on a GPU, how far honest engines and cheating ones are from a model as its float32 self reads them:

    OUT=folder python3 test/simulation/market-abuse/measure-engines.py

A model of 97 million weights is trained for two minutes on the Python files that lie about, and served in other
precisions, batches and attention kernels, in fewer bits, without some layers, and from an earlier checkpoint. Writes
engines.json (by engine the gaps of greedy texts and what sampled ones lack), texts.json (the greedy texts) and noise.npz
(how far each engine's log-probabilities of the same texts are from float32 on the CPU). Needs PyTorch and tokenizers.
`QUICK=1` tries all of it in a minute on a CPU.
"""

import collections
import contextlib
import copy
import glob
import json
import os
import random
import sys
import sysconfig
import time

import numpy
import torch
import torch.nn as nn
import torch.nn.functional as F

QUICK = bool(os.environ.get("QUICK"))
VOCABULARY, CONTEXT = (600, 96) if QUICK else (16000, 256)
TEXTS, PROMPT, ANSWER = (6, 16, 24) if QUICK else (192, 64, 128)
SECONDS = {"main": 12, "other": 3, "small": 3, "tuned": 2} if QUICK else {"main": 100, "other": 25, "small": 15, "tuned": 8}
SIZE, SMALL = ((64, 3, 4), (32, 2, 2)) if QUICK else ((768, 12, 12), (384, 6, 6))
SHOWN, LEAST, ONE_TOKEN = 19, 5, 4
BF16, FP16 = torch.bfloat16, torch.float16
device = "cuda" if torch.cuda.is_available() else "cpu"
began = time.time()


def say(*words):
    print(f"{time.time() - began:6.1f}", *words, flush=True)


def attention(kernel):
    """The GPU's own kernels for attention round differently."""
    if kernel is None or device == "cpu":
        return contextlib.nullcontext()
    from torch.nn.attention import SDPBackend, sdpa_kernel

    return sdpa_kernel(getattr(SDPBackend, kernel))


def attend(q, k, v, causal):
    if hasattr(F, "scaled_dot_product_attention"):
        return F.scaled_dot_product_attention(q, k, v, is_causal=causal)
    scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
    if causal:
        scores = scores.masked_fill(torch.ones_like(scores, dtype=torch.bool).triu(1), float("-inf"))
    return scores.softmax(-1) @ v


def eighth(x, dim):
    """What a number of eight bits (e4m3) with a scale a row keeps."""
    if not hasattr(torch, "float8_e4m3fn"):
        scale = x.abs().amax(dim, keepdim=True).clamp(min=1e-6) / 127
        return (x / scale).round() * scale
    scale = x.abs().amax(dim, keepdim=True).clamp(min=1e-6).float() / 448
    return ((x / scale).to(torch.float8_e4m3fn).float() * scale).to(x.dtype)


class Line(nn.Linear):
    narrow = False

    def forward(self, x):
        return F.linear(eighth(x, -1) if self.narrow else x, self.weight)


class Norm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        wide = x.float()
        return (wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + 1e-5)).to(x.dtype) * self.weight


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads, self.narrow_cache = heads, False
        inner = width * 8 // 3 // 32 * 32
        self.qkv, self.out = Line(width, 3 * width, bias=False), Line(width, width, bias=False)
        self.up, self.down = Line(width, 2 * inner, bias=False), Line(inner, width, bias=False)
        self.before, self.between = Norm(width), Norm(width)

    def forward(self, x, turn, cache):
        b, t, width = x.shape
        q, k, v = self.qkv(self.before(x)).view(b, t, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        q, k = turned(q, turn), turned(k, turn)
        if self.narrow_cache:
            k, v = eighth(k, -1), eighth(v, -1)
        if cache:
            k, v = torch.cat([cache[0], k], 2), torch.cat([cache[1], v], 2)
        x = x + self.out(attend(q, k, v, t > 1).transpose(1, 2).reshape(b, t, width))
        gate, up = self.up(self.between(x)).chunk(2, -1)
        return x + self.down(F.silu(gate) * up), (k, v)


def turned(x, turn):
    (cos, sin), half = turn, x.shape[-1] // 2
    a, b = x[..., :half], x[..., half:]
    return torch.cat([a * cos - b * sin, b * cos + a * sin], -1)


class Model(nn.Module):
    def __init__(self, size=SIZE):
        super().__init__()
        width, depth, heads = self.size = size
        self.token = nn.Embedding(VOCABULARY, width)
        self.blocks = nn.ModuleList([Block(width, heads) for _ in range(depth)])
        self.norm = Norm(width)
        for weights in self.parameters():
            if weights.dim() > 1:
                nn.init.normal_(weights, std=0.02)

    def turn(self, start, end, like):
        half = self.size[0] // self.size[2] // 2
        angles = torch.arange(start, end, device=like.device)[:, None] / 10000 ** (
            torch.arange(half, device=like.device) / half
        )
        return angles.cos().to(like.dtype), angles.sin().to(like.dtype)

    def forward(self, ids, caches=None):
        x = self.token(ids)
        start = caches[0][0].shape[2] if caches else 0
        turn, kept = self.turn(start, start + ids.shape[1], x), []
        for at, block in enumerate(self.blocks):
            x, cache = block(x, turn, caches[at] if caches else None)
            kept.append(cache)
        return F.linear(self.norm(x), self.token.weight), kept


def read_texts():
    """Files of Python, a tenth of them kept from training."""
    roots = {sysconfig.get_paths()["stdlib"], sysconfig.get_paths()["purelib"]}
    names = sorted({name for root in roots for name in glob.glob(f"{root}/**/*.py", recursive=True)})
    random.Random(1).shuffle(names)
    texts, size, most = [], 0, 400_000 if QUICK else 100_000_000
    for name in names:
        with contextlib.suppress(OSError, UnicodeDecodeError):
            text = open(name, encoding="utf8").read()[:100_000]
            if len(text) > 2000:
                texts.append(text)
                size += len(text)
        if size > most:
            break
    return texts


class Bytes:
    """Where tokenizers are not installed."""

    def encode(self, texts):
        return [list(text.encode()) for text in texts]

    def decode(self, ids):
        return bytes(min(255, token) for token in ids).decode(errors="replace")


class Pairs:
    def __init__(self, texts):
        from tokenizers.implementations import ByteLevelBPETokenizer

        self.of = ByteLevelBPETokenizer()
        self.of.train_from_iterator(texts, vocab_size=VOCABULARY, min_frequency=2, show_progress=False)

    def encode(self, texts):
        return [one.ids for one in self.of.encode_batch(texts)]

    def decode(self, ids):
        return self.of.decode(ids)


def tokenizer_of(texts):
    try:
        return Pairs(texts[: max(1, len(texts) // 6)])
    except ImportError:
        return Bytes()


def flat(lists):
    return torch.tensor([token for one in lists for token in one])


def train(model, tokens, seconds, rate=8e-4, keep=()):
    optimizer = torch.optim.AdamW(model.parameters(), rate, betas=(0.9, 0.95), weight_decay=0.1)
    kept, start, step, batch = {}, time.time(), 0, 8 if QUICK else 96
    while (spent := time.time() - start) < seconds:
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1, (step + 1) / 100) * max(0.05, 1 - spent / seconds)
        starts = torch.randint(0, len(tokens) - CONTEXT - 1, (batch, 1))
        ids = tokens[starts + torch.arange(CONTEXT + 1)].to(device, non_blocking=True)
        with torch.autocast(device, BF16, enabled=device == "cuda"):
            loss = F.cross_entropy(model(ids[:, :-1])[0].float().flatten(0, 1), ids[:, 1:].flatten())
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        step += 1
        for part in keep:
            if part not in kept and spent >= part * seconds:
                kept[part] = copy.deepcopy(model).eval()
    say(f"trained {seconds} s: {step} steps of {batch * CONTEXT} tokens, {loss.item():.3f} nats")
    return model.eval(), kept


def rounded(weights, bits, group):
    """Rounded to so many bits around zero, a scale for each group of a row."""
    blocks = weights.view(weights.shape[0], -1, group or weights.shape[1])
    scale = blocks.abs().amax(-1, keepdim=True).clamp(min=1e-9) / (2 ** (bits - 1) - 1)
    return ((blocks / scale).round() * scale).view_as(weights)


@torch.no_grad()
def served(model, bits=None, group=32, without=0, dtype=BF16, narrow=False, narrow_cache=False):
    engine = copy.deepcopy(model)
    if without:
        middle = (len(engine.blocks) - without) // 2
        engine.blocks = nn.ModuleList([b for at, b in enumerate(engine.blocks) if not middle <= at < middle + without])
    for block in engine.blocks:
        block.narrow_cache = narrow_cache
        for line in (block.qkv, block.out, block.up, block.down):
            if bits:
                line.weight.copy_(rounded(line.weight, bits, group))
            if narrow:
                line.narrow = True
                line.weight.copy_(eighth(line.weight, -1))
    return engine.to(dtype)


@torch.no_grad()
def answers(model, prompts, batch, temperature):
    texts = []
    for part in prompts.split(batch):
        logits, caches = model(part)
        ids = [part]
        for _ in range(ANSWER):
            last = logits[:, -1].float()
            drawn = torch.multinomial((last / (temperature or 1)).softmax(-1), 1)
            ids.append(drawn if temperature else last.argmax(-1, keepdim=True))
            logits, caches = model(ids[-1], caches)
        texts.append(torch.cat(ids, 1))
    return torch.cat(texts)


@torch.no_grad()
def read(model, ids, batch=32):
    """By place of the answer: its own log-probability, and the likeliest ones'."""
    own, top = [], []
    for part in ids.split(batch):
        logs = model(part[:, :-1])[0][:, PROMPT - 1 :].float().log_softmax(-1)
        own.append(logs.gather(-1, part[:, PROMPT:, None])[..., 0].cpu())
        top.append(logs.topk(SHOWN, -1).values.cpu())
    return torch.cat(own), torch.cat(top)


def lacks(own, top):
    """The same as sampled-surplus.ts at temperature 1."""
    own, top = own.double(), top.double()
    last = top[..., -1]
    left = (1 - top.exp().sum(-1)).clamp(min=0)
    others, weights = last - 1, top.exp()
    total = weights.sum(-1) + left
    mean = ((weights * top).sum(-1) + left * others) / total
    square = ((weights * top**2).sum(-1) + left * others**2) / total
    surplus = (torch.where(own >= last, own, others) - mean).sum(-1)
    return -surplus / (ONE_TOKEN + (square - mean**2).clamp(min=0).sum(-1)).sqrt()


def parted(ids, other):
    """Where two texts first differ; their length where they do not."""
    differs = ids[:, PROMPT:] != other[:, PROMPT:]
    return torch.where(differs.any(1), differs.float().argmax(1), differs.shape[1]).tolist()


def gaps_of(own, top):
    return [[round(gap, 3) for gap in text if gap > 0.01] for text in (top[..., 0] - own).tolist()]


def learn():
    """All models, and prompts of texts that none of them has seen."""
    texts = read_texts()
    held = max(4, len(texts) // 10)
    tokenizer = tokenizer_of(texts[held:])
    say(f"{len(texts)} files, {sum(map(len, texts))} characters")
    tokens, fresh = flat(tokenizer.encode(texts[held:])), tokenizer.encode(texts[:held])
    say(f"{len(tokens)} tokens")
    rows = [one[at : at + PROMPT + ANSWER] for one in fresh for at in range(0, 4 * CONTEXT, CONTEXT)]
    rows = [one for one in rows if len(one) == PROMPT + ANSWER]
    seen = torch.tensor(random.Random(2).sample(rows, TEXTS)).to(device)
    torch.manual_seed(1)
    main, kept = train(Model().to(device), tokens, SECONDS["main"], keep=(0.5, 0.9))
    models = {"main": main, "half": kept[0.5], "nine": kept[0.9]}
    models["tuned"], _ = train(copy.deepcopy(main), flat(fresh[: held // 4]), SECONDS["tuned"], rate=1e-4)
    models["small"], _ = train(Model(SMALL).to(device), tokens, SECONDS["small"])
    torch.manual_seed(7)
    models["other"], _ = train(Model().to(device), tokens, SECONDS["other"])
    return tokenizer, models, seen


def engines_of(models):
    """Name, how it is made, batch, attention kernel, how many texts."""
    main = models["main"]
    cut = "one layer less", "two layers less", "half the layers"
    cuts = zip(cut, (1, 2, max(1, len(main.blocks) // 2)))
    return [
        ("fp32", lambda: served(main, dtype=torch.float32), 32, None, TEXTS),
        ("bf16", lambda: served(main), 32, None, TEXTS),
        ("bf16, batch 8", lambda: served(main), 8, None, TEXTS),
        ("bf16, batch 1", lambda: served(main), 1, None, TEXTS // 3),
        ("bf16, plain attention", lambda: served(main), 32, "MATH", TEXTS),
        ("bf16, efficient attention", lambda: served(main), 32, "EFFICIENT_ATTENTION", TEXTS),
        ("fp16", lambda: served(main, dtype=FP16 if device == "cuda" else BF16), 32, None, TEXTS),
        ("bf16, fp8 cache", lambda: served(main, narrow_cache=True), 32, None, TEXTS),
        ("fp8", lambda: served(main, narrow=True), 32, None, TEXTS),
        ("int8", lambda: served(main, 8, 0), 32, None, TEXTS),
        *[(f"{n} bits", lambda n=n: served(main, n), 64, None, TEXTS) for n in (6, 5, 4, 3, 2)],
        ("4 bits, groups of 128", lambda: served(main, 4, 128 if not QUICK else 32), 64, None, TEXTS),
        *[(name, lambda n=n: served(main, without=n), 64, None, TEXTS) for name, n in cuts],
        ("checkpoint at nine tenths", lambda: served(models["nine"]), 64, None, TEXTS),
        ("checkpoint at half", lambda: served(models["half"]), 64, None, TEXTS),
        ("fine-tuned", lambda: served(models["tuned"]), 64, None, TEXTS),
        ("smaller model", lambda: served(models["small"]), 64, None, TEXTS),
        ("another model", lambda: served(models["other"]), 64, None, TEXTS),
    ]


def measure(tokenizer, models, seen):
    readers = {
        "fp32": served(models["main"], dtype=torch.float32),
        "bf16": served(models["main"]),
        "int8": served(models["main"], 8, 0),
    }
    on_cpu = copy.deepcopy(readers["fp32"]).cpu()
    whole = read(on_cpu, seen.cpu())
    say(f"unseen text: {-whole[0].mean():.3f} nats a token, likeliest in {(whole[0] >= whole[1][..., 0]).float().mean():.3f}")
    result, texts, noise, first = {}, {}, {}, None
    for name, make, batch, kernel, count in engines_of(models):
        engine, prompts = make(), seen[:count, :PROMPT]
        with attention(kernel):
            torch.manual_seed(3)
            greedy, sampled = answers(engine, prompts, batch, 0), answers(engine, prompts, batch, 1)
            noise[name] = (read(engine, seen[:count], batch)[0] - whole[0][:count]).numpy().astype(numpy.float16)
        first = greedy if first is None else first
        of = result[name] = {"parts": parted(greedy, first[:count])}
        for reader, model in readers.items():
            of[reader] = {"gaps": gaps_of(*read(model, greedy)), "lacks": lacks(*read(model, sampled)).tolist()}
        if name == "fp32":
            of["cpu"] = {"gaps": gaps_of(*read(on_cpu, greedy.cpu())), "lacks": lacks(*read(on_cpu, sampled.cpu())).tolist()}
        texts[name] = [tokenizer.decode(ids) for ids in greedy[:, PROMPT:].tolist()]
        report(name, of, noise[name])
        write(result, texts, noise)


def report(name, of, noise):
    gaps = [gap for text in of["fp32"]["gaps"] for gap in text]
    tokens, lack = len(of["fp32"]["gaps"]) * ANSWER, torch.tensor(of["fp32"]["lacks"])
    above = [round(1000 * sum(gap > bound for gap in gaps) / tokens, 2) for bound in (0.02, 0.05, 0.1, 0.2)]
    middle, high = lack.quantile(torch.tensor([0.5, 0.95], dtype=lack.dtype)).tolist()
    far = numpy.abs(noise.astype(numpy.float32))
    whole = sum(at == ANSWER for at in of["parts"]) / len(of["parts"])
    say(f"{name:26} per mille above .02 .05 .1 .2 {above}, lack {middle:.2f} {high:.2f},",
        f"off by {far.mean():.4f} 99%: {numpy.quantile(far, 0.99):.4f}, whole {whole:.2f}")


def write(result, texts, noise):
    folder = os.environ["OUT"]
    short = lambda of: {k: [round(x, 3) for x in v] if k == "lacks" else v for k, v in of.items()}
    whole = {name: {k: short(v) if isinstance(v, dict) else v for k, v in of.items()} for name, of in result.items()}
    json.dump(whole, open(f"{folder}/engines.json", "w"), separators=(",", ":"))
    json.dump(texts, open(f"{folder}/texts.json", "w"))
    numpy.savez_compressed(f"{folder}/noise.npz", **{name.replace(" ", "_"): v for name, v in noise.items()})


if __name__ == "__main__":
    torch.backends.cuda.matmul.allow_tf32 = False
    learned = learn()
    if len(sys.argv) > 1:
        torch.save({"tokenizer": learned[0], "models": learned[1], "seen": learned[2]}, sys.argv[1])
    measure(*learned)
    say("done")
