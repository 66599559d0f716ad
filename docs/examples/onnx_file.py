"""Write a policy as a model in ONNX, for `cartaro play --seats you,policy.onnx`, with no library but numpy.

A model is a message of Protocol Buffers: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto has the numbers of the fields.
"""

FLOAT, BOOL = 1, 9


def varint(number):
    return bytes([number]) if number < 128 else bytes([number % 128 + 128]) + varint(number // 128)


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def fields(number, values):
    return b"".join(field(number, value) for value in values)


def node(kind, inputs, output):
    return fields(1, inputs) + field(2, output) + field(4, kind)


def tensor(name, array):
    return fields(1, array.shape) + field(2, FLOAT) + field(8, name) + field(9, array.astype("<f4").tobytes())


def described(name, shape, kind=FLOAT):
    return field(1, name) + field(2, field(1, field(1, kind) + field(2, fields(1, [field(1, size) for size in shape]))))


def model(nodes, inputs, output, tensors=()):
    graph = fields(1, nodes) + field(2, "policy") + fields(5, tensors) + fields(11, inputs) + field(12, output)
    return field(1, 8) + field(7, graph) + field(8, field(2, 17))


def dense(layers):
    """The model of dense layers, given as weights (inputs × outputs) and biases, with `Relu` between them."""
    nodes, tensors, before = [], [], "observation"
    for number, (weights, biases) in enumerate(layers, 1):
        tensors += [tensor(f"w{number}", weights), tensor(f"b{number}", biases)]
        after = "logits" if number == len(layers) else f"h{number}"
        nodes.append(node("Gemm", [before, f"w{number}", f"b{number}"], after))
        if after != "logits":
            nodes.append(node("Relu", [after], f"r{number}"))
        before = f"r{number}"
    inputs = [described("observation", [1, len(layers[0][0])])]
    return model(nodes, inputs, described("logits", [1, len(layers[-1][1])]), tensors)
